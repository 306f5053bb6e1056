import { partsOf } from "./document.js";
import type { Block, Facts, Inline, Line, Names, Part, Parts, Table, Tone } from "./document.js";
import { html, type Html, type Part as HtmlPart } from "./html.js";
import { draw, timeText, type PieceDrawing } from "./pieces.js";

const ADDRESS = /(0x[0-9a-fA-F]{40})(?![0-9a-fA-F])/;
/** Rows of a list that are shown before a search; the page contains the others, too. */
export const FIRST_ROWS = 100;

const SPOKEN: Readonly<Record<Tone, string>> = {
  good: "All right",
  caution: "Look at this",
  danger: "Warning",
  note: "Note",
};

/** What a page knows about addresses. */
export interface HtmlContext {
  /** The URL of a block explorer; without http or https, there are no links. */
  readonly explorer?: string;
  readonly names: Names;
}

export class HtmlDrawing {
  readonly #context: HtmlContext;
  readonly #pieces: PieceDrawing<Html>;

  constructor(context: HtmlContext) {
    this.#context = context;
    this.#pieces = piecesOf(context);
  }

  text(...inline: readonly Inline[]): Html {
    return draw(inline, this.#pieces);
  }

  /** @param level of the headings: 3 for `<h3>` */
  parts(parts: Parts, level = 3): Html {
    const all = partsOf([parts]);
    return html`${runsOf(all).map((run) => this.#run(run, level))}`;
  }

  #run(run: readonly Part[], level: number): Html {
    const [first] = run;
    if (first === undefined) return html``;
    if ("text" in first) {
      return html`<ul class="lines">
        ${run.map((each) => "text" in each && this.#line(each))}
      </ul>`;
    }
    if ("paragraph" in first) return html`<p>${this.text(first.paragraph)}</p>`;
    if ("facts" in first) return this.#facts(first);
    return "rows" in first ? this.#table(first) : this.#block(first, level);
  }

  #block({ names, ...block }: Block, level: number): Html {
    if (names !== undefined) {
      return new HtmlDrawing({ ...this.#context, names }).#block(block, level);
    }
    const { title, tone, id, body } = block;
    if (title === undefined) return this.parts(body, level);
    const place = id === undefined ? html`` : html` id="${id}"`;
    const name = html`${tone !== undefined && spoken(tone)}${this.text(title)}`;
    const heading =
      level <= 3
        ? html`<h3${place}>${name}</h3>`
        : level === 4
          ? html`<h4${place}>${name}</h4>`
          : html`<h5${place}>${name}</h5>`;
    return html`${heading} ${this.parts(body, level + 1)}`;
  }

  #facts({ facts }: Facts): Html {
    return html`<dl>
      ${facts.map(
        ([label, value]) =>
          html`${label !== "" && html`<dt>${this.text(label)}</dt>`}
            <dd>${this.text(value)}</dd>`,
      )}
    </dl>`;
  }

  #line({ text, tone, below = [], folded = false }: Line): Html {
    const more = runsOf(below).map((run) => this.#below(run));
    const shown = folded
      ? html`<details>
          <summary>${this.text(text)}</summary>
          ${more}
        </details>`
      : html`${this.text(text)}${more}`;
    if (tone === undefined) return html`<li>${shown}</li>`;
    // The symbol and the hidden words say it without colours.
    return html`<li class="remark ${tone}">${spoken(tone)}${shown}</li>`;
  }

  /** Under a line, a table is small, and neither a region nor searched. */
  #below(run: readonly Part[]): Html {
    const [first] = run;
    if (first === undefined || !("rows" in first)) return this.#run(run, 5);
    const { rows, align = [] } = first;
    return html`<table class="small">
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell, column) => html`<td${right(align[column])}>${this.text(cell)}</td>`)}
          </tr> `,
      )}
    </table>`;
  }

  #table({ caption, heads = [], rows, align = [], search }: Table): Html {
    if (rows.length === 0) return html``;
    const row = (cells: readonly Inline[]) => cells.map((cell) => this.text(cell));
    const shown = tableOf(caption, row(heads), { rows: rows.map(row), align });
    return search === undefined
      ? shown
      : searchable(search.replace(/\W/g, "-"), search, rows.length, shown);
  }
}

function spoken(tone: Tone): Html {
  return html`<span class="hidden">${SPOKEN[tone]}: </span>`;
}

/** Lines that follow each other are one list. */
function runsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const runs: Part[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if ("text" in part && last?.[0] !== undefined && "text" in last[0]) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function right(align: "left" | "right" | undefined): Html {
  return align === "right" ? html` class="number"` : html``;
}

/** A table that scrolls separately if the screen is too narrow, also by keyboard. */
function tableOf(
  caption: string,
  heads: readonly Html[],
  { rows, align }: { readonly rows: readonly (readonly Html[])[] } & Required<Pick<Table, "align">>,
): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      ${
        heads.length > 0 &&
        html`<thead>
          <tr>
            ${heads.map((head, column) => html`<th scope="col" ${right(align[column])}>${head}</th>`)}
          </tr>
        </thead>`
      }
      <tbody>
        ${rows.map(
          ([first, ...others], index) =>
            html`<tr data-row${index >= FIRST_ROWS ? html` class="later"` : html``}>
              <th scope="row" ${right(align[0])}>${first}</th>
              ${others.map((cell, column) => html`<td${right(align[column + 1])}>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `;
}

/**
 * A long list with a search field. Without scripts, the whole list is shown.
 * @param what such as `accounts`
 */
export function searchable(id: string, what: string, count: number, list: HtmlPart): Html {
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

function piecesOf({ explorer, names }: HtmlContext): PieceDrawing<Html> {
  const isLinked = explorer !== undefined && /^https?:\/\//.test(explorer);
  const linked = (kind: "address" | "tx", hex: string): Html => {
    const code = html`<code class="hex">${hex}</code>`;
    return isLinked && /^0x[0-9a-fA-F]+$/.test(hex)
      ? html`<a href="${explorer}/${kind}/${hex}" rel="noreferrer">${code}</a>`
      : code;
  };
  // A full address: a shortened one could be someone else's.
  const address = (hex: string): Html => linked("address", hex);
  return {
    names,
    words: (text) => html`${text}`,
    join: (parts) => html`${parts}`,
    address,
    transaction: (hash) => linked("tx", hash),
    code: (text) => html`<code class="hex">${text}</code>`,
    time: (seconds) => {
      const text = timeText(seconds);
      return html`<time datetime="${text}">${text.replace("T", " ").replace("Z", " UTC")}</time>`;
    },
    // Isolated, so that its writing direction does not affect what is beside it.
    untrusted: (text) => html`<bdi class="said">${text}</bdi>`,
    sentence: (text) =>
      html`<bdi
        >${text.split(ADDRESS).map((part, index) => (index % 2 === 1 ? address(part) : part))}</bdi
      >`,
    notRead: (reason) => html`<span class="not-read">not read: ${reason}</span>`,
    strong: (text) => html`<strong>${text}</strong>`,
    toned: (tone, text) => html`<span class="badge ${tone}">${text}</span>`,
    list: (items) =>
      html`<ul class="plain">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`,
    link: (to, text) => html`<a href="#${to}">${text}</a>`,
    url: (url) =>
      /^https?:\/\//.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : html`${url}`,
  };
}
