import { printable } from "../support/printable.js";

/** What may stand in HTML: text is escaped, HTML is not, lists are joined, and nothing stays nothing. */
export type Part = string | number | Html | undefined | false | readonly Part[];

/** Kept in this file: who does not have it makes no HTML. */
const KEY = Symbol("html");

/** HTML that is safe to show. Only this file makes it: everything else goes through `html`. */
export class Html {
  readonly #text: string;

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new TypeError("HTML is made by html`...` alone.");
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * HTML in which every value is text, unless it is HTML already. Values may stand between tags and in
 * attributes within double quotes; nowhere else, and never in a script or style.
 *
 * @example
 * String(html`<p title="${name}">${name}</p>`); // whatever the name is, it is one paragraph
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = shortened(strings);
  return new Html(
    KEY,
    texts.reduce((text, next, index) => text + put(parts[index - 1]) + next),
  );
}

const kept = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the indentation that the sources have for whoever reads them: a page has thousands of rows. */
function shortened(strings: TemplateStringsArray): readonly string[] {
  const texts = kept.get(strings) ?? strings.map((text) => text.replace(/\s*\n\s*/g, "\n"));
  kept.set(strings, texts);
  return texts;
}

/** An element with a script or a style of our own, and exactly that: its hash is known. */
export function inline(tag: "script" | "style", content: Html): Html {
  return new Html(KEY, `<${tag}>${String(content)}</${tag}>`);
}

/** A script or a style of our own, as it is. It takes no values. */
export function verbatim(strings: TemplateStringsArray): Html {
  if (strings.length > 1) throw new TypeError("What is taken as it is has no values in it.");
  return new Html(KEY, String(strings.raw[0]));
}

/** More marks than this on a letter cover what stands above and below it. */
const MOST_MARKS = 4;
const MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function put(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return String(part);
  if (typeof part === "object") return part.map(put).join("");
  return printable(String(part))
    .replace(MARKS, "$1")
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
