import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { addBase } from "../../engine/migration/with-base.js";
import { openNode } from "./node.js";

const VERSION = "rc.57";

/**
 * Starts a node with the base of the newest release, so that a test only adds its DAO; `close` stops it.
 * `resultWith` returns the text of a result file with the base and the passed sections.
 */
export async function openNodeWithBase() {
  const node = await openNode();
  const provider = new RpcClient(node.url);
  const deployer = await DirectDeployer.create({ provider, inProcess: false });
  const chain = await addBase(VERSION, deployer, { provider });
  const genesis = (await node.request("eth_getBlockByNumber", ["0x0", false])) as { hash: string };
  const origin = { network: "private", chainId: 31337, genesis: genesis.hash, base: chain.base };
  return {
    ...node,
    ...chain,
    resultWith: (sections: Pick<MigrationResult, "dao" | "test">) =>
      JSON.stringify({ ...origin, ...sections }),
  };
}
