import { expect } from "chai";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcClient } from "../../../../src/foundation/chain/rpc-client.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { startAnvil, startGanache, startHardhatNode, withNode } from "../../../live/nodes.js";
import { assemble, live } from "../../inspect/storage/lives.js";
import type { Dao } from "../../inspect/raw-dao.js";
import { expectNoLieBelieved } from "./proven-facts.js";

/** Readings behind a node that lies, over all nodes; 1000 by hand. */
const LIES = Number(process.env["LIES"] ?? 60);
const NODES = {
  anvil: async () => await startAnvil(),
  "anvil before the merge": async () => await startAnvil(["--hardfork", "london"]),
  ganache: async () => await startGanache({ miner: { defaultTransactionGasLimit: 10_000_000 } }),
  Hardhat: startHardhatNode,
};

/** A node that is asked for each thing once. */
function recorded(node: Eip1193Provider): Eip1193Provider {
  const answers = new Map<string, Promise<unknown>>();
  return {
    async request(asked) {
      const key = JSON.stringify(asked);
      if (!answers.has(key)) answers.set(key, node.request(asked));
      return await answers.get(key);
    },
  };
}

describe(`ProvenChain, on every node, behind ${LIES} lying ones (LIES)`, function () {
  this.timeout(1_800_000);

  for (const [place, [name, start]] of Object.entries(NODES).entries()) {
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
        const share = Math.ceil(LIES / Object.keys(NODES).length);
        const seeds = Array.from({ length: share }, (_, seed) => place * share + seed);
        const { Avatar } = dao.dao;
        const { lies } = await expectNoLieBelieved(recorded(provider), Avatar, hash, seeds);
        expect(lies).to.be.greaterThan(seeds.length / 2);
      });
    });
  }
});
