import { ARC_VERSIONS, DEFAULT_ARC_VERSION, resolveArcVersion, shortName } from "./versions.js";

/**
 * The release that counts: the one asked for, or else that of what there is, or else the latest.
 * @param asked by flag, option or configuration, in full or short
 * @param found the complete versions of what there is, likeliest first
 * @throws ArcError if there is no such release
 */
export function whichRelease(
  asked: string | undefined,
  ...found: readonly (string | undefined)[]
): string {
  if (asked !== undefined) return resolveArcVersion(asked);
  return found.find((version) => version !== undefined) ?? DEFAULT_ARC_VERSION;
}

/**
 * The release of a migration: that of the parameters, or else the one asked for. Otherwise the latest if the migration
 * makes a base, or else that of the base it builds on. The result file is read for this release.
 * @param written in the parameters
 * @param makesBase whether the migration makes a base
 * @returns undefined for the release of the base it builds on
 */
export function releaseOfMigration(
  written: string | undefined,
  asked: string | undefined,
  makesBase: boolean,
): string | undefined {
  // An unknown release is one of the file's mistakes, reported with the others.
  const named = ARC_VERSIONS.find((known) => known === written || shortName(known) === written);
  return named ?? (asked === undefined && !makesBase ? undefined : whichRelease(asked));
}
