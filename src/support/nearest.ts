/**
 * The candidates that look most like what was typed, best first; none that is nothing like it.
 * Upper and lower case count as equal.
 */
export function nearest(typed: string, candidates: Iterable<string>, count = 3): string[] {
  const wanted = typed.toLowerCase();
  const tolerated = Math.max(2, Math.floor(wanted.length / 2));
  return [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerated)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's distance: how many characters to insert, remove or replace. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
