import { expect } from "chai";

import { createsDaos } from "../../../src/foundation/arc/features.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { ALL_SCHEMES, GENESIS_PROTOCOL } from "../../foundation/params/support.js";
import { rejected } from "../../rejection.js";
import { releasesByInterface, someOf } from "../../some-of.js";
import { expectBase } from "./expect-base.js";
import { expectDao } from "./expect-dao.js";
import { expectDemo } from "./expect-demo.js";
import { resolved, withBase, type ChainWithBase } from "./with-base.js";

const TARGET = "0x1111111111111111111111111111111111111111";

function votes(change: Partial<Record<string, number | string>> = {}) {
  return { ...GENESIS_PROTOCOL, proposingRepReward: "0.1", ...change };
}

const PARAMETERS: MigrationParameters = {
  orgName: "A DAO of every scheme",
  tokenName: "Everything",
  tokenSymbol: "ALL",
  founders: [
    { address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", tokens: 1000, reputation: "0.1" },
    { address: "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0", tokens: 0.1, reputation: 5 },
    { address: "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b", reputation: 7 },
    { address: "0xE11BA2b4D45Eaed5996Cd0823791E0C93114882d", tokens: 3, reputation: 0 },
  ],
  VotingMachinesParams: [votes(), votes({ boostedVotePeriodLimit: 700 }), votes()],
  schemes: ALL_SCHEMES,
  SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 2 }],
  ContributionReward: [{ voteParams: 1 }],
  GenericScheme: [{ targetContract: TARGET, voteParams: 1 }],
  UpgradeScheme: [{ voteParams: 2 }],
};

const WAYS = [
  { useDaoCreator: true, unregisterOwner: true },
  { useDaoCreator: false, unregisterOwner: true },
  { useDaoCreator: false, unregisterOwner: false },
  { useDaoCreator: true, useUController: true },
  { useDaoCreator: false, useUController: true, unregisterOwner: true },
];

describe("base, DAO and demo test", () => {
  for (const version of someOf(releasesByInterface(), 2)) {
    it(`of ${version} are what parameters say, however a DAO is created`, async () => {
      await withBase(version, async (chain) => {
        const { deployer, release, base, connection } = chain;
        await expectBase(chain);
        if (!createsDaos(release.artifact("DaoCreator"))) return await expectRefusal(chain);
        for (const way of someOf(WAYS, 4)) {
          const { dao, parameters } = await chain.make({ ...PARAMETERS, ...way });
          await expectDao(connection, release, base, parameters, dao, deployer.account);
        }
        await expectDemo(chain, await migrateDemoTest(deployer, release, base));
      });
    });
  }
});

/** Expects releases before alpha.53 to be refused with a clear error before the first transaction. */
async function expectRefusal({ deployer, release, base }: ChainWithBase): Promise<void> {
  expect(release.version).to.match(/alpha\.(29|3\d|4\d|50|52)$/);
  const before = deployer.stepCount;
  const artifacts = { release, releases: new Map(), custom: new Map() };
  const { parameters } = await resolved(PARAMETERS, "0.0.1-rc.57");
  for (const making of [
    migrateDao(deployer, artifacts, base, parameters),
    migrateDemoTest(deployer, release, base),
  ]) {
    await rejected(making, release.version, "0.0.0-alpha.53 or later");
  }
  expect(deployer.stepCount).to.equal(before);
}
