import type { NotRead, Read } from "../inspect/description.js";
import { isNotRead, notReadText, timeText } from "../terminal/inspection-words.js";
import { html, type Html, type Part } from "../document/html.js";

const ADDRESS = /(0x[0-9a-fA-F]{40})(?![0-9a-fA-F])/;
/** Rows of a list that are shown before a search; the page contains the others, too. */
export const FIRST_ROWS = 100;

/** Whether something is fine, notable, or wrong. */
export type Tone = "good" | "caution" | "danger" | "note";

const SPOKEN: Readonly<Record<Tone, string>> = {
  good: "All right",
  caution: "Look at this",
  danger: "Warning",
  note: "Note",
};

/** Untrusted text, isolated so that its writing direction does not affect what is beside it. */
export function said(text: Read<string>, otherwise = ""): Html {
  if (isNotRead(text)) return notRead(text);
  return text.trim() === "" ? html`${otherwise}` : html`<bdi class="said">${text}</bdi>`;
}

export function notRead(value: NotRead): Html {
  return html`<span class="not-read">${notReadText(value)}</span>`;
}

export function time(seconds: number): Html {
  const text = timeText(seconds);
  const shown = text.replace("T", " ").replace("Z", " UTC");
  return html`<time datetime="${text}">${shown}</time>`;
}

/** Addresses of one DAO, with their names and links to an explorer. */
export class Addresses {
  readonly #names: ReadonlyMap<string, string>;
  readonly #explorer: string | undefined;

  /** @param explorer a URL; without http or https, there are no links */
  constructor(names: ReadonlyMap<string, string>, explorer: string | undefined) {
    this.#names = names;
    this.#explorer = explorer !== undefined && /^https?:\/\//.test(explorer) ? explorer : undefined;
  }

  nameOf(address: string): string | undefined {
    return this.#names.get(address);
  }

  /** A full address: a shortened one could be someone else's. */
  plain(address: string): Html {
    return this.#linked("address", address);
  }

  /** An address and its name. */
  named(address: string): Html {
    const name = this.nameOf(address);
    return name === undefined ? this.plain(address) : html`${name} ${this.plain(address)}`;
  }

  transaction(hash: string): Html {
    return this.#linked("tx", hash);
  }

  /** Turns the addresses in our own text into links. */
  within(text: string): Html {
    return html`${text.split(ADDRESS).map((part, index) => (index % 2 === 1 ? this.plain(part) : part))}`;
  }

  #linked(kind: "address" | "tx", hex: string): Html {
    const code = html`<code class="hex">${hex}</code>`;
    return this.#explorer === undefined
      ? code
      : html`<a href="${this.#explorer}/${kind}/${hex}" rel="noreferrer">${code}</a>`;
  }
}

/** A label that conveys its meaning by words, too, for screen readers. */
export function badge(tone: Tone, text: Part): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** A remark with a symbol, so that it does not depend on colours. */
export function remark(tone: Tone, ...content: readonly Part[]): Html {
  return html`<li class="remark ${tone}">
    <span class="hidden">${SPOKEN[tone]}: </span>${content}
  </li>`;
}

export function section(id: string, title: string, ...content: readonly Part[]): Html {
  return html`
    <section id="${id}" aria-labelledby="${id}-title">
      <h2 id="${id}-title">${title}</h2>
      ${content}
    </section>
  `;
}

/** A table that scrolls separately if the screen is too narrow, also by keyboard. */
export function table(
  caption: string,
  heads: readonly Part[],
  rows: readonly (readonly Part[])[],
): Html {
  if (rows.length === 0) return html``;
  const [first, ...others] = heads;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${first}</th>
          ${others.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(tableRow)}
      </tbody>
    </table>
  </div> `;
}

function tableRow([first, ...others]: readonly Part[], index: number): Html {
  const later = index >= FIRST_ROWS ? html` class="later"` : html``;
  return html`<tr data-row${later}>
    <th scope="row">${first}</th>
    ${others.map((cell) => html`<td>${cell}</td>`)}
  </tr> `;
}

/**
 * A long list with a search field. Without scripts, the whole list is shown.
 * @param what such as `accounts`
 */
export function searchable(id: string, what: string, count: number, list: Part): Html {
  if (count <= 10) return html`${list}`;
  return html`<div class="searchable" data-searchable="${FIRST_ROWS}">
    <p class="search">
      <label for="${id}-search">Search ${what}</label>
      <input id="${id}-search" type="search" autocomplete="off" spellcheck="false" />
      <span role="status" data-what="${what}">${count} ${what}</span>
    </p>
    ${list}
    <p class="search"><button type="button" hidden>Show more ${what}</button></p>
  </div> `;
}

/**
 * Lines as in the terminal: two more spaces are one level down, and ! is a warning.
 * @param lines our own text, in which strangers' text is quoted and escaped
 */
export function lines(texts: readonly string[], addresses: Addresses): Html {
  if (texts.length === 0) return html``;
  const indents = texts.map((text) => /^ */.exec(text)![0].length);
  const outer = Math.min(...indents);
  const groups: { readonly head: string; readonly below: string[] }[] = [];
  texts.forEach((text, index) => {
    if (indents[index] === outer || groups.length === 0)
      groups.push({ head: text.trim(), below: [] });
    else groups.at(-1)!.below.push(text);
  });
  return html`<ul class="lines">
    ${groups.map(({ head, below }) => {
      const warns = head.startsWith("! ");
      const text = addresses.within(warns ? head.slice(2) : head);
      const shown = html`<bdi>${text}</bdi>${lines(below, addresses)}`;
      return warns ? remark("caution", shown) : html`<li>${shown}</li>`;
    })}
  </ul>`;
}
