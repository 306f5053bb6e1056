/**
 * Every n-th of many equal cases, and the last: what decides about them is pinned or recorded, so one run need not have
 * them all, and each run has the same. `ALL_CASES=1` has all.
 */
export function someOf<Case>(cases: Iterable<Case>, every: number): readonly Case[] {
  const all = [...cases];
  const isAll = process.env.ALL_CASES !== undefined;
  return all.filter((_, index) => isAll || index % every === 0 || index === all.length - 1);
}
