import { printableJson } from "./printable.js";

/** JSON with gas and wei as decimal text, because JSON numbers would lose precision. Printable everywhere. */
export function jsonText(value: unknown): string {
  return printableJson(JSON.stringify(value, withDecimals, 2));
}

/** For JSON.stringify. */
export function withDecimals(_key: string, field: unknown): unknown {
  return typeof field === "bigint" ? field.toString() : field;
}

/** A file's text without a byte order mark: editors of Windows write one, and JSON does not allow it. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Parses a file's JSON, also after a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(withoutMark(text));
}
