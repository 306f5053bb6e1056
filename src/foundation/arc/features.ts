import { MigrationError } from "../support/errors.js";
import { hasFunction, type AbiEntries } from "./abi.js";
import type { ArcRelease } from "./artifact.js";

/** Refuses releases that lack what a DAO migration needs (those before alpha.53). */
export function requireDaoSupport(release: ArcRelease): void {
  if (hasFunction(release.artifact("DaoCreator"), "addFounders")) return;
  throw new MigrationError(
    `This tool cannot create a DAO with Arc ${release.version}: its DaoCreator has no addFounders ` +
      "and its GenesisProtocol has to be a scheme of the DAO. You can migrate this release's base contracts; " +
      "for a DAO, use 0.0.0-alpha.53 or later.",
  );
}

/**
 * Whether a voting machine is of rc.3 or later: proposals in GenesisProtocol wait in a queue and are pre-boosted before
 * they are boosted, and votes in all machines may be of a part of the voter's reputation.
 */
export function hasQueue({ abi }: { readonly abi: AbiEntries }): boolean {
  return abi.some(
    ({ name, inputs }) => name === "vote" && inputs?.some((input) => input.name === "_amount"),
  );
}
