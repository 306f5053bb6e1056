import { editDistance } from "../../support/nearest.js";
import type { IssueList, Path } from "./issues.js";
import { Described } from "./issues.js";
import type { PlainObject } from "./plain.js";

/**
 * Reports keys that are not known. One that is close to a known key is a mistake; any other is only
 * odd, as real files carry keys that mean nothing.
 * @param hints what to say of certain keys that real files have, by key
 */
export function checkKeys(
  object: PlainObject,
  known: readonly string[],
  path: Path,
  issues: IssueList,
  hints: Readonly<Record<string, string>> = {},
): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) {
      continue;
    }
    const meant = closest(key, known);
    const found = new Described(`the key ${JSON.stringify(key.slice(0, 60))}`);
    if (meant !== undefined) {
      issues.error(
        [...path, key],
        found,
        `the key "${meant}"`,
        "no such key, but one is close to it",
      );
    } else {
      const wanted = Object.hasOwn(hints, key) ? hints[key] : undefined;
      issues.warn([...path, key], found, wanted ?? listed(known), "no such key, it has no effect");
    }
  }
}

function listed(known: readonly string[]): string {
  return known.length > 12 ? "a key of the specification" : `one of ${known.join(", ")}`;
}

/** The candidate that was probably meant: other case or punctuation, or up to two slips. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const bare = letters(word);
  const same = candidates.find((candidate) => letters(candidate) === bare);
  if (same !== undefined || word.length > 60) {
    return same;
  }
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const near = letters(candidate);
    const allowed = sorted(near) === sorted(bare) ? 2 : slipsAllowed(near, bare);
    const slips = editDistance(near, bare);
    if (slips <= allowed && slips < bestDistance) {
      best = candidate;
      bestDistance = slips;
    }
  }
  return best;
}

function letters(word: string): string {
  return word.replace(/[\s_.-]/g, "").toLowerCase();
}

/** Two slips in a word, but only one where a short word would become quite another. */
function slipsAllowed(a: string, b: string): number {
  return Math.min(2, Math.floor(Math.min(a.length, b.length) / 3));
}

function sorted(word: string): string {
  return [...word].sort().join("");
}
