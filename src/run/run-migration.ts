import { MigrationError } from "../support/errors.js";
import { migrateBase } from "../migration/base.js";
import { migrateDao } from "../migration/dao.js";
import { migrateDemoTest } from "../migration/demo-test.js";
import type { Deployer } from "../migration/deployer.js";
import type { PreparedMigration } from "./prepare.js";
import type { BaseResult, ResultSections } from "../result/result.js";

/**
 * Runs a prepared migration over a deployer: straight through, the same steps in the same order for
 * the same inputs, so that it can be rehearsed on one chain and done on another.
 * @returns the sections it made
 */
export async function runMigration(
  deployer: Deployer,
  { sections, release, dao, reusable }: PreparedMigration,
  existing: ResultSections,
): Promise<ResultSections> {
  const base = sections.includes("base")
    ? await migrateBase(deployer, release, reusable)
    : await usableBase(deployer, existing.base);
  const made: { -readonly [Name in keyof ResultSections]: ResultSections[Name] } = {};
  if (sections.includes("base")) made.base = base;
  if (dao !== undefined) {
    made.dao = await migrateDao(deployer, dao.artifacts, base, dao.parameters);
  }
  if (sections.includes("test")) made.test = await migrateDemoTest(deployer, release, base);
  return made;
}

/** A base from a file is only as good as the chain it is on. */
async function usableBase(deployer: Deployer, base: BaseResult | undefined): Promise<BaseResult> {
  if (base === undefined) throw new MigrationError("There is no base to build on.");
  for (const name of ["DaoCreator", "GenesisProtocol"] as const) {
    if ((await deployer.code(base[name])) !== "0x") continue;
    throw new MigrationError(
      `The result file has ${name} at ${base[name]}, and there is no contract at that address on this ` +
        `chain (${deployer.network.name}, chain id ${deployer.network.chainId}). ` +
        "Migrate the base anew, or name the right file with --output.",
    );
  }
  return base;
}
