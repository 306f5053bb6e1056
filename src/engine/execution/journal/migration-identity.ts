import { OtherMigrationError } from "../../../foundation/support/errors.js";
import { INPUTS, type InputName, type JournalHeader } from "./lines.js";

/** What identifies a migration. */
export type MigrationIdentity = Pick<JournalHeader, "chainId" | "genesis" | "account" | "inputs">;

const OTHER: Readonly<Record<InputName, string>> = {
  sections: "different sections (base, DAO, demo test)",
  arcVersion: "a different Arc release",
  parameters: "different parameters",
  customContracts: "different custom contracts",
  base: "a different base",
  testAccounts: "different test accounts",
  network: "a different staking token or owner of the registries",
};

/** Whether a journal belongs to this migration. */
export function isSame(found: JournalHeader, now: MigrationIdentity): boolean {
  return differenceOf(found, now) === undefined;
}

/** @throws OtherMigrationError if a journal belongs to another migration, saying what differs */
export function requireSame(path: string, found: JournalHeader, now: MigrationIdentity): void {
  const difference = differenceOf(found, now);
  if (difference === undefined) return;
  throw new OtherMigrationError(
    `The journal ${path} belongs to another migration: ${difference}. Finish that one with the inputs it was started ` +
      "with, or pass --restart to leave it unfinished and start over.",
    { journal: path },
  );
}

function differenceOf(found: JournalHeader, now: MigrationIdentity): string | undefined {
  if (found.chainId !== now.chainId) {
    return `its chain ID is ${found.chainId}, this chain's is ${now.chainId}`;
  }
  if (found.genesis !== now.genesis) {
    return (
      `the first block of its chain is ${found.genesis}, this chain's is ${now.genesis} ` +
      "(a restarted development chain is a new chain)"
    );
  }
  if (found.account !== now.account) {
    return `its account is ${found.account}, this one is ${now.account}`;
  }
  const changed = INPUTS.filter((name) => found.inputs[name] !== now.inputs[name]);
  if (changed.length === 0) return undefined;
  return `it was started with ${changed.map((name) => OTHER[name]).join(" and ")}`;
}
