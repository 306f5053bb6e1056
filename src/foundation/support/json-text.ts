import { printableJson } from "./printable.js";

/** Far more than what anybody writes has, and a tenth of what JSON.stringify can. */
const MOST_LEVELS = 500;

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

/** Whether lists and objects are nested so deeply that to write or compare them would overflow the stack. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}

/** Parses a file's JSON, also after a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(withoutMark(text));
}
