import { closest } from "../../support/nearest.js";
import type { IssueList, Path } from "./issues.js";
import { Described } from "./issues.js";
import type { PlainObject } from "./plain.js";

/**
 * Reports unknown keys. One that is close to a known key is a mistake. Any other is only a warning, because real files
 * contain keys without a meaning.
 * @param hints messages for certain keys that real files contain, by key
 */
export function checkKeys(
  object: PlainObject,
  known: readonly string[],
  path: Path,
  issues: IssueList,
  hints: Readonly<Record<string, string>> = {},
): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const meant = closest(key, known);
    const found = new Described(`the key ${JSON.stringify(key.slice(0, 60))}`);
    if (meant !== undefined) {
      issues.error([...path, key], found, `the key "${meant}"`, "unknown key");
    } else {
      const wanted = Object.hasOwn(hints, key) ? hints[key] : undefined;
      issues.warn([...path, key], found, wanted ?? listed(known), "unknown key, it has no effect");
    }
  }
}

function listed(known: readonly string[]): string {
  return known.length > 12 ? "a key of the specification" : `one of ${known.join(", ")}`;
}
