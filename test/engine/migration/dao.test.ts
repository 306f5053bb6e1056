import { expect } from "chai";

import { hasFunction } from "../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { rejection } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { releasesByInterface, someOf } from "../../some-of.js";
import { expectDao } from "./expect-dao.js";
import { resolved } from "./with-base.js";
import { ALL_SCHEMES, GENESIS_PROTOCOL } from "../../foundation/params/support.js";

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

function supportsDaos(release: ArcRelease): boolean {
  return hasFunction(release.artifact("DaoCreator"), "addFounders");
}

const WAYS = [
  { useDaoCreator: true, unregisterOwner: true },
  { useDaoCreator: false, unregisterOwner: true },
  { useDaoCreator: false, unregisterOwner: false },
  { useDaoCreator: true, useUController: true },
  { useDaoCreator: false, useUController: true, unregisterOwner: true },
];

describe("migrateDao", () => {
  for (const version of releasesByInterface()) {
    it(`of ${version}: a DAO is what its parameters say, however it is created`, async () => {
      const release = await openArcRelease(version);
      if (!supportsDaos(release)) return await expectRefusal(release);
      await withDeployer(async (deployer, connection) => {
        const base = await migrateBase(deployer, release);
        for (const way of someOf(WAYS, 2)) {
          const { parameters, artifacts } = await resolved({ ...PARAMETERS, ...way }, version);
          const dao = await migrateDao(deployer, artifacts, base, parameters);
          await expectDao(connection, release, base, parameters, dao, deployer.account);
        }
      });
    });
  }
});

/** Expects releases before alpha.53 to be refused with a clear error before the first transaction. */
async function expectRefusal(release: ArcRelease): Promise<void> {
  await withDeployer(async (deployer: DirectDeployer) => {
    const base = await migrateBase(deployer, release);
    const before = deployer.stepCount;
    const artifacts = { release, releases: new Map(), custom: new Map() };
    const { parameters } = await resolved(PARAMETERS, "0.0.1-rc.57");
    const error = await rejection(migrateDao(deployer, artifacts, base, parameters));
    expect(error.message).to.include(release.version).and.include("0.0.0-alpha.53 or later");
    expect(deployer.stepCount).to.equal(before);
  });
}
