import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { accountsOf } from "../../simulated-chain.js";
import { TEST_MNEMONIC } from "../../../src/foundation/chain/test-mnemonic.js";

/** Starts a node on a free port, with the predecessor's accounts; `close` stops it. */
export async function openNode(config: Partial<Omit<EdrNetworkUserConfig, "type">> = {}) {
  const environment = await createHardhatRuntimeEnvironment({
    networks: {
      node: {
        type: "edr-simulated",
        accounts: accountsOf(TEST_MNEMONIC),
        ...config,
      },
    },
  });
  const server = await environment.network.createServer("node", "127.0.0.1");
  const { address, port } = await server.listen();
  const url = `http://${address}:${port}`;
  const client = new RpcClient(url);
  return {
    url,
    /** Returns how many transactions an account has sent. */
    async sent(account = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"): Promise<number> {
      const params = [account, "latest"];
      return Number(await client.request({ method: "eth_getTransactionCount", params }));
    },
    request: async (method: string, params: unknown[] = []) =>
      await client.request({ method, params }),
    close: async () => await server.close(),
  };
}
