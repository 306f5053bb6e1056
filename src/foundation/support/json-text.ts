import { printableJson } from "./printable.js";

/** JSON with gas and wei as decimal text, because JSON numbers would lose precision. Printable everywhere. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(
    value,
    (_key, field: unknown) => (typeof field === "bigint" ? field.toString() : field),
    2,
  );
  return printableJson(json);
}
