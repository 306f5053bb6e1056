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

/** A file's text without a byte order mark: editors of Windows write one, and JSON does not allow it. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Parses a file's JSON, also after a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(withoutMark(text));
}
