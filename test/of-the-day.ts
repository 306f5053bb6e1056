const DAY = 86_400_000;

/**
 * The first, the last and every n-th of many equal cases, others each day: what decides about them is pinned or
 * recorded, so one run need not have them all. `ALL_CASES=1` has.
 */
export function ofTheDay<Case>(cases: Iterable<Case>, every: number): readonly Case[] {
  const all = [...cases];
  const today = Math.floor(Date.now() / DAY) % every;
  const isAll = process.env.ALL_CASES !== undefined;
  return all.filter(
    (_, index) => isAll || index === 0 || index === all.length - 1 || index % every === today,
  );
}
