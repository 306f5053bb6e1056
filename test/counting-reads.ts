/** The same entries, and how often a member of one was read. */
export function countingReads<Entry extends object>(list: readonly Entry[]) {
  let reads = 0;
  const entries = list.map(
    (each) => new Proxy(each, { get: (of, name) => (reads++, Reflect.get(of, name) as unknown) }),
  );
  return { entries, reads: () => reads };
}
