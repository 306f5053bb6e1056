import { expect } from "chai";

import { RpcClient } from "../../../../src/foundation/chain/rpc-client.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { startAnvil, startGanache, startHardhatNode, withNode } from "../../../live/nodes.js";
import { assemble, live } from "../../inspect/storage/lives.js";
import type { Dao } from "../../inspect/raw-dao.js";
import { expectNoLieBelieved } from "./proven-facts.js";

const LIES = 1000;
const NODES = {
  anvil: async () => await startAnvil(),
  "anvil before the merge": async () => await startAnvil(["--hardfork", "london"]),
  ganache: async () => await startGanache({ miner: { defaultTransactionGasLimit: 10_000_000 } }),
  Hardhat: startHardhatNode,
};

describe("ProvenChain, on every node", function () {
  this.timeout(1_800_000);

  for (const [name, start] of Object.entries(NODES)) {
    it(`believes no lie of a node of ${name}`, async () => {
      await withNode(start(), async ({ url }) => {
        // A lie about a hash is not worth waiting for.
        const provider = new RpcClient(url, { attempts: 2, backoff: 2 });
        const accounts = (await provider.request({ method: "eth_accounts" })) as string[];
        const connection = { provider } as never;
        const release = await openArcRelease("rc.57");
        const dao: Dao = await assemble({
          release,
          connection,
          deployer: { testAccounts: accounts },
        });
        await live(dao);
        const params = ["latest", false];
        const { hash } = (await provider.request({ method: "eth_getBlockByNumber", params })) as {
          hash: string;
        };
        const seeds = Array.from({ length: LIES / Object.keys(NODES).length }, (_, seed) => seed);
        const { lies } = await expectNoLieBelieved(provider, dao.dao.Avatar, hash, seeds);
        expect(lies).to.be.greaterThan(seeds.length / 2);
      });
    });
  }
});
