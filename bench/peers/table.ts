/** Prints numbers in columns, with a title. */
export function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => (row[at] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  console.log(`\n${title}\n${line(heads)}`);
  for (const row of rows) console.log(line(row));
}
