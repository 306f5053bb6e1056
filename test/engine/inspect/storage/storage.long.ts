import { expect } from "chai";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS, shortName } from "../../../../src/foundation/arc/versions.js";
import { someOf } from "../../../some-of.js";
import { startAnvil, startGanache, startHardhatNode, withNode } from "../../../live/nodes.js";
import { assemble, live, withAssembled } from "./lives.js";
import type { Dao } from "../raw-dao.js";

async function expectExplained(dao: Dao): Promise<void> {
  const { storage } = await dao.inspect(dao.dao.Avatar);
  for (const each of Object.values(storage)) {
    expect(each, JSON.stringify(storage)).to.include({ explained: true });
  }
}

describe("the storage of a DAO's contracts, on every release and node", () => {
  for (const version of someOf(ARC_VERSIONS, 8)) {
    it(`is explained by the events of a long life of a DAO of ${shortName(version)}`, async () => {
      const release = await openArcRelease(version);
      for (const isUniversal of [false, true]) {
        if (isUniversal && !release.has("UController")) continue;
        const run = async (dao: Dao): Promise<void> => {
          await live(dao);
          // Its first release does not say which DAO's constraints it is about.
          if (isUniversal && version === ARC_VERSIONS[0]) return;
          await expectExplained(dao);
        };
        await withAssembled(version, run, { isUniversal });
      }
    });
  }

  for (const [name, start] of Object.entries({
    anvil: startAnvil,
    ganache: async () => await startGanache({ miner: { defaultTransactionGasLimit: 10_000_000 } }),
    Hardhat: startHardhatNode,
  })) {
    it(`is explained on a node of ${name}, with numbers that became zero`, async () => {
      await withNode(start(), async ({ provider }) => {
        const accounts = (await provider.request({ method: "eth_accounts" })) as string[];
        for (const [version, isUniversal] of [
          ["rc.57", false],
          ["rc.16", true],
        ] as const) {
          const release = await openArcRelease(version);
          const connection = { provider } as never;
          const place = { release, connection, deployer: { testAccounts: accounts } };
          const dao = await assemble(place, { isUniversal });
          await live(dao);
          await expectExplained(dao);
        }
      });
    });
  }
});
