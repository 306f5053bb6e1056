import { MigrationError } from "../support/errors.js";
import type { AbiEntries } from "./abi.js";
import type { ArcRelease } from "./artifact.js";

/** The first release that {@link createsDaos}. */
export const FIRST_WITH_DAOS = "0.0.0-alpha.53";

/** Whether a DaoCreator is of a release that has what a DAO migration needs. */
export function createsDaos({ abi }: { readonly abi: AbiEntries }): boolean {
  return abi.some(({ name }) => name === "addFounders");
}

export function requireDaoSupport(release: ArcRelease): void {
  if (createsDaos(release.artifact("DaoCreator"))) return;
  throw new MigrationError(
    `This tool cannot create a DAO with Arc ${release.version}: its DaoCreator has no addFounders ` +
      "and its GenesisProtocol has to be a scheme of the DAO. You can migrate this release's base contracts; " +
      `for a DAO, use ${FIRST_WITH_DAOS} or later.`,
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
