/**
 * Splits a list where a key changes: consecutive items with the same key stay together.
 * @example runsOf([1, 3, 2, 5], (number) => number % 2); // [[1, 3], [2], [5]]
 */
export function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const runs: { readonly key: unknown; readonly items: Item[] }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = runs.at(-1);
    if (last !== undefined && last.key === key) last.items.push(item);
    else runs.push({ key, items: [item] });
  }
  return runs.map((run) => run.items);
}
