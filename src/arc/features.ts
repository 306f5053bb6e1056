import { MigrationError } from "../support/errors.js";
import { functionEntry, hasFunction } from "./abi.js";
import type { ArcRelease, Artifact } from "./artifact.js";

/** Refuses releases that lack what a DAO migration needs (those before alpha.53). */
export function requireDaoSupport(release: ArcRelease): void {
  if (hasFunction(release.artifact("DaoCreator"), "addFounders")) return;
  throw new MigrationError(
    `This tool cannot create a DAO with Arc ${release.version}: its DaoCreator has no addFounders ` +
      "and its GenesisProtocol has to be a scheme of the DAO. You can migrate this release's base contracts; " +
      "for a DAO, use 0.0.0-alpha.53 or later.",
  );
}

/** Whether proposals wait in a queue and are pre-boosted before they are boosted (rc.3 and later). */
export function hasQueue(genesisProtocol: Artifact): boolean {
  return arrayLength(genesisProtocol) === 11;
}

/** The generic scheme of a release, if one contract serves all DAOs. */
export function universalGenericScheme(
  release: ArcRelease,
): "UGenericScheme" | "GenericScheme" | undefined {
  if (release.has("UGenericScheme")) return "UGenericScheme";
  if (!release.has("GenericScheme")) return undefined;
  return hasFunction(release.artifact("GenericScheme"), "setParameters")
    ? "GenericScheme"
    : undefined;
}

function arrayLength(genesisProtocol: Artifact): number {
  const type = functionEntry(genesisProtocol, "setParameters").inputs?.[0]?.type ?? "";
  return Number(/\[(\d+)\]$/.exec(type)?.[1] ?? 0);
}
