import type { Html } from "../../../../src/output/document/html.js";

/** Returns what a reader of some HTML sees, in one line. */
export function plainText(content: Html | string): string {
  return String(content)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,:])/g, "$1")
    .trim();
}
