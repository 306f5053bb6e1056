import { customContractsOf } from "../../engine/execution/journal/whose-journal.js";
import { digestOf } from "../../foundation/support/digest.js";
import type { PreparedMigration } from "./prepare.js";

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
