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
      issues.warn(
        [...path, key],
        found,
        wanted ?? `one of ${known.join(", ")}`,
        "no such key, it has no effect",
      );
    }
  }
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
    const allowed = Math.min(2, Math.floor(Math.min(candidate.length, bare.length) / 3));
    const slips = distance(bare, letters(candidate));
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

/** Letters inserted, left out, replaced, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let slips = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, (beforeLast[j - 2] ?? Infinity) + 1);
      }
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
