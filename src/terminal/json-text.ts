/** JSON with gas and wei as decimal text: its numbers do not hold them. */
export function jsonText(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, field: unknown) => (typeof field === "bigint" ? field.toString() : field),
    2,
  );
}
