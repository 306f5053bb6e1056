import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { TestChain, votePresets } from "../../../fixtures/index.js";
import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { DaoMigration } from "../../../src/interfaces/library/dao-migration.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { CheckReport } from "../../../src/operations/check/report/report.js";
import { someOf } from "../../some-of.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const PARAMS: MigrationParameters = {
  orgName: "Every Release",
  tokenName: "Every Token",
  tokenSymbol: "ERT",
  VotingMachinesParams: [votePresets.fast],
  schemes: { ContributionReward: true, SchemeRegistrar: true },
  ContributionReward: [{ voteParams: 0 }],
  SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
  unregisterOwner: true,
  founders: [
    { address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", tokens: 1000, reputation: 1000 },
  ],
};

describe("check, over releases", () => {
  for (const version of someOf(ARC_VERSIONS, 8)) {
    it(`finds nothing in a DAO of ${version}, and one thing if the chain differs`, async () => {
      const release = await openArcRelease(version);
      if (!hasFunction(release.artifact("DaoCreator"), "addFounders")) return;
      await inTemporaryFolder(async (folder) => {
        const output = join(folder, "migration.json");
        const provider = TestChain.provider({ arcVersion: version, params: PARAMS });
        try {
          const result = await provider.result();
          await writeFile(output, JSON.stringify(result));
          const ofDao = { provider, result: output, params: PARAMS, arcVersion: version };
          expect(
            told(await DaoMigration.checkDao({ ...ofDao, section: "dao" })),
            "dao",
          ).to.deep.equal([]);
          const ofTest = { provider, result: output, arcVersion: version };
          // The demo's votes cost and earn reputation.
          const silenced = [{ rule: "supply", reason: "the demo votes" }];
          expect(
            told(await DaoMigration.checkDao({ ...ofTest, section: "test", silenced })),
            "test",
          ).to.deep.equal([]);
          const changed = { ...PARAMS, tokenSymbol: "NOT" };
          expect(
            told(await DaoMigration.checkDao({ ...ofDao, params: changed, section: "dao" })),
          ).to.deep.equal(["names"]);
        } finally {
          await provider.close();
        }
      });
    });
  }
});

/** Returns the rules with findings, and those that were inconclusive. */
function told({ findings, inconclusive }: CheckReport): string[] {
  return [...findings, ...inconclusive].map(({ rule }) => rule);
}
