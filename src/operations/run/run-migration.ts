import { digestOf } from "../../foundation/support/digest.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { customContractsOf } from "../../engine/execution/journal/whose-journal.js";
import { migrateBase } from "../../engine/migration/base.js";
import { migrateDao } from "../../engine/migration/dao.js";
import { migrateDemoTest } from "../../engine/migration/demo-test.js";
import type { Deployer } from "../../engine/migration/deployer.js";
import {
  requireUsableBase,
  unknownContracts,
  warnOfOthers,
} from "../../engine/migration/trusted-base.js";
import { requireSafe } from "../../engine/migration/unsafe-dao.js";
import type { PreparedMigration } from "./prepare.js";
import type { BaseResult, ResultSections } from "../../foundation/result/result.js";

/**
 * Runs a prepared migration over a deployer. The same inputs always give the same steps in the same order, so that a
 * migration can be rehearsed on one chain and sent on another.
 * @returns the sections that it made
 * @throws UnsafeDaoError with these sections if a DAO is not what it should be
 */
export async function runMigration(
  deployer: Deployer,
  prepared: PreparedMigration,
  existing: ResultSections,
): Promise<ResultSections> {
  const { sections, release, dao, reusable, change } = prepared;
  if (change !== undefined) return await change.run(deployer);
  const base = sections.includes("base")
    ? await migrateBase(deployer, release, reusable)
    : await requireBase(deployer, release, existing.base);
  const made: { -readonly [Name in keyof ResultSections]: ResultSections[Name] } = {};
  if (sections.includes("base")) made.base = base;
  if (dao !== undefined) {
    const organization = await migrateDao(deployer, dao.artifacts, base, dao.parameters);
    made.dao = { ...organization, inputs: hashDaoInputs(prepared) };
  }
  if (sections.includes("test") && made.dao?.unsafe === undefined) {
    const organization = await migrateDemoTest(deployer, release, base);
    made.test = { ...organization, inputs: hashDemoInputs(prepared, deployer.testAccounts) };
  }
  requireSafe(made);
  return made;
}

/** A base in a file may be wrong, so its contracts are checked on the chain. */
async function requireBase(
  deployer: Deployer,
  release: ArcRelease,
  base: BaseResult | undefined,
): Promise<BaseResult> {
  if (base === undefined) throw new MigrationError("There is no base to create the DAO on.");
  await requireUsableBase(deployer, release, base);
  await warnOfOthers(deployer, await unknownContracts(deployer.network, release, base));
  return base;
}

/** Hash of everything that a DAO is made from, except the base: parameters, release and custom contracts. */
export function hashDaoInputs({ release, dao }: PreparedMigration): string {
  return digestOf({
    arcVersion: release.version,
    parameters: dao?.parameters,
    custom: customContractsOf(dao),
  });
}

/** The same hash for a demo test, which has no parameters. */
export function hashDemoInputs(
  { release }: PreparedMigration,
  testAccounts: readonly string[],
): string {
  return digestOf({ arcVersion: release.version, testAccounts });
}
