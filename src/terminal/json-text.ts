import { printableJson } from "../support/printable.js";

/** JSON with gas and wei as decimal text, which its numbers cannot hold, and printable everywhere. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(
    value,
    (_key, field: unknown) => (typeof field === "bigint" ? field.toString() : field),
    2,
  );
  return printableJson(json);
}
