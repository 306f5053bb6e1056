import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { expectDao } from "../../engine/migration/expect-dao.js";
import { withDeployer } from "../../simulated-chain.js";

const ROOT = { projectRoot: process.cwd() };

describe("runMigration", () => {
  it("migrates base, DAO and demo test in one run, with the same transactions each time", async () => {
    const inputs = { ...ROOT, sections: ["base", "dao", "test"] as const, params: SMALL_DAO };
    const prepared = await prepareMigration(inputs, "private", {});
    const runs: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      await withDeployer(async (deployer, connection) => {
        const made = await runMigration(deployer, prepared, {});
        if (made.base === undefined || made.dao === undefined || prepared.dao === undefined) {
          throw new Error("A section is missing.");
        }
        await expectDao(
          connection,
          prepared.release,
          made.base,
          prepared.dao.parameters,
          made.dao,
          deployer.account,
        );
        expect(Object.keys(made)).to.deep.equal(["base", "dao", "test"]);
        runs.push({ made, gas: deployer.gasUsed });
      });
    }
    expect(runs[0]).to.deep.equal(runs[1]);
  });

  it("creates a DAO on the base in a file, and returns only the DAO", async () => {
    const release = await openArcRelease("rc.57");
    await withDeployer(async (deployer) => {
      const base = await migrateBase(deployer, release);
      const inputs = { ...ROOT, sections: ["dao"] as const, params: SMALL_DAO };
      const prepared = await prepareMigration(inputs, "private", { base });
      const made = await runMigration(deployer, prepared, { base });
      expect(Object.keys(made)).to.deep.equal(["dao"]);
    });
  });
});
