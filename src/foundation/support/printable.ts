/**
 * Characters that a terminal obeys instead of showing: control characters (C0 except tab and line feed, DEL, C1), marks
 * that change the direction of text, and characters without width or ink, which can hide in a name or be all of it.
 */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- these characters are the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]|\u034f|\u17b4|\u17b5|\p{Surrogate}/gu;

/**
 * Makes text safe for a terminal: characters that a terminal would obey become escapes, such as `\x1b`. Tabs and line
 * breaks stay. Everything that is printed passes through this, because names, parameters and node messages are
 * untrusted.
 *
 * @example
 * printable("\u001b[8mhidden"); // "\\x1b[8mhidden"
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNPRINTABLE, escapeOf);
}

/** With more than four combining marks, a letter covers the lines above and below it. */
const MARKS = /(\p{M}{4})\p{M}+/gu;

/** Printable text that covers no other: what is shown, but not data such as JSON, which would change. */
export function legible(text: string): string {
  return printable(text.replace(MARKS, "$1"));
}

/** Legible text without line breaks. No piece of ours has any, so a stranger's cannot imitate a line. */
export function onOneLine(text: string): string {
  return legible(text).replace(/\s*\n\s*/g, " ");
}

/** Characters of a stranger's name, of a sentence, and of anything else, unless the caller says otherwise. */
export const LONGEST = { name: 80, sentence: 1000, other: 500 };

/**
 * Untrusted text for one of our messages: printable, on one line, and shortened if it is long.
 * @param limit characters
 */
export function oneLine(text: string, limit = LONGEST.other): string {
  const line = onOneLine(text.trim());
  return line.length <= limit ? line : `${line.slice(0, limit)}… (${line.length} characters)`;
}

/** Text on one line for a listener, to whom an escape would mean nothing, and for captions of what was said. */
export function speakable(text: string): string {
  return text
    .replace(MARKS, "$1")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
}

/** Text between tags, as in captions. */
export function betweenTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text between tags and in quoted attributes. */
export function inHtml(text: string): string {
  return betweenTags(legible(text)).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

/** JSON text in which every character that a terminal would obey is a JSON escape. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}
