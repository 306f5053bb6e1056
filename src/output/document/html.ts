import { inHtml } from "../../foundation/support/printable.js";

/** What a template accepts: text is escaped, HTML is not, lists are joined, and undefined and false become nothing. */
export type Part = string | number | Html | undefined | false | readonly Part[];

/** Not exported, so that no other file can construct Html. */
const KEY = Symbol("html");

/** HTML that is safe to show. Only this file creates it: everything else uses `html`. */
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
 * A template for HTML. Values are escaped unless they are HTML already. They may be between tags and in double-quoted
 * attributes; nowhere else, and never in a script or style.
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

/** Removes the indentation of the sources, because a page has thousands of rows. */
function shortened(strings: TemplateStringsArray): readonly string[] {
  const texts = kept.get(strings) ?? strings.map((text) => text.replace(/\s*\n\s*/g, "\n"));
  kept.set(strings, texts);
  return texts;
}

/** A script or style element with exactly this content, so that its hash is known. */
export function inline(tag: "script" | "style", content: Html): Html {
  return new Html(KEY, `<${tag}>${String(content)}</${tag}>`);
}

/** Our own script or style, unchanged. Takes no values. */
export function verbatim(strings: TemplateStringsArray): Html {
  if (strings.length > 1) throw new TypeError("What is taken as it is has no values in it.");
  return new Html(KEY, String(strings.raw[0]));
}

function put(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return String(part);
  if (typeof part === "object") return part.map(put).join("");
  return inHtml(String(part));
}
