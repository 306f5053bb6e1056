import { MigrationError } from "../../support/errors.js";
import type { JournalHeader } from "./journal.js";

/** What makes a migration the same as another. */
export type MigrationIdentity = Pick<JournalHeader, "chainId" | "genesis" | "account" | "inputs">;

/** @throws MigrationError where a journal is of another migration, saying what differs */
export function requireSame(path: string, found: JournalHeader, now: MigrationIdentity): void {
  const reasons: Record<keyof MigrationIdentity, string> = {
    chainId: `it is of chain id ${found.chainId}, this is ${now.chainId}`,
    genesis:
      `it is of a chain whose first block is ${found.genesis}, this chain's is ${now.genesis} ` +
      "(a development chain that was restarted is a new chain)",
    account: `it is of the account ${found.account}, this is ${now.account}`,
    inputs: "it was begun with other parameters, another release or another base",
  };
  const differing = (Object.keys(reasons) as (keyof MigrationIdentity)[]).find(
    (key) => found[key] !== now[key],
  );
  if (differing === undefined) return;
  throw new MigrationError(
    `The journal ${path} belongs to another migration: ${reasons[differing]}. Finish that one with what it was begun ` +
      "with, or pass --restart to forget it and begin anew.",
  );
}
