import { nearest } from "../support/nearest.js";
import { ArcError } from "./arc-error.js";

export const DEFAULT_ARC_VERSION = "0.0.1-rc.57";

/** No release, and no misspelling of one, has a longer name. */
const MOST_CHARACTERS = 100;

const ALPHAS = "29 32 34 35 38 42 44 45 47 50 52 53 56 58";
const RELEASE_CANDIDATES =
  "3 6 7 8 9.1 11 12 14 16 17 18 19 21 22 23 24 25 27 28 29 30 31 32 33 34 35 36 37 38 39 40 " +
  "41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57";

/** Every published Arc release, oldest first. */
export const ARC_VERSIONS: readonly string[] = [
  ...ALPHAS.split(" ").map((number) => `0.0.0-alpha.${number}`),
  ...RELEASE_CANDIDATES.split(" ").map((number) => `0.0.1-rc.${number}`),
];

/**
 * The complete version of a release, given in full (`0.0.1-rc.57`) or short (`rc.57`, `alpha.58`).
 * @throws ArcError if there is no such release, suggesting similar ones
 */
export function resolveArcVersion(input: string): string {
  if (typeof input !== "string") {
    throw new ArcError(
      `The Arc release is a text such as "${shortName(DEFAULT_ARC_VERSION)}", but ${JSON.stringify(input)} was given.`,
    );
  }
  if (input.length > MOST_CHARACTERS) {
    throw new ArcError(
      `No Arc release has a name of ${input.length} characters. Expected a version such as ${DEFAULT_ARC_VERSION}.`,
    );
  }
  const version = ARC_VERSIONS.find((known) => known === input || shortName(known) === input);
  if (version !== undefined) return version;

  if (input.includes("arc-experimental")) {
    throw new ArcError(
      `"${input}" is not a release of @daostack/arc: @daostack/arc-experimental has a different architecture ` +
        `(no DaoCreator, no universal controller) and cannot be migrated by this tool. ` +
        `Use a release of @daostack/arc, such as ${DEFAULT_ARC_VERSION}.`,
    );
  }
  const suggestions = nearestVersions(input);
  throw new ArcError(
    `Arc release "${input}" does not exist. ` +
      (suggestions.length > 0
        ? `Did you mean ${suggestions.join(", ")}?`
        : `Expected a version such as ${DEFAULT_ARC_VERSION} or ${shortName(DEFAULT_ARC_VERSION)}; there are ` +
          `${ARC_VERSIONS.length}, from ${ARC_VERSIONS[0]} to ${ARC_VERSIONS.at(-1)}.`),
  );
}

/** The release without what all of its kind share: `rc.57` for `0.0.1-rc.57`. */
export function shortName(version: string): string {
  return version.slice(version.indexOf("-") + 1);
}

/** If a number was typed, the nearest numbers among alphas or release candidates; otherwise the closest spellings. */
function nearestVersions(input: string): string[] {
  const typed = /(alpha|rc)\D*(\d+(?:\.\d+)?)/i.exec(input);
  if (typed === null) return nearest(input, ARC_VERSIONS);

  const channel = `-${typed[1]!.toLowerCase()}.`;
  const distance = (version: string): number =>
    Math.abs(Number(version.split(channel)[1]) - Number(typed[2]));
  return ARC_VERSIONS.filter((version) => version.includes(channel))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3);
}

/** A range of releases, such as `0.0.1-rc.3 to 0.0.1-rc.16`. */
export function rangeOf(releases: readonly string[]): string {
  const first = releases[0] ?? "no release";
  const last = releases.at(-1);
  return last === undefined || last === first ? first : `${first} to ${last}`;
}
