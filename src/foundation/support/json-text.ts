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

/** Parses a file's JSON. Editors of Windows begin their files with a byte order mark, which JSON does not allow. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ""));
}
