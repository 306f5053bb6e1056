import { legible, onOneLine } from "../../foundation/support/printable.js";
import { partsOf } from "./document.js";
import type { Block, Inline, Line, Names, Part, Parts, Table, Tone } from "./document.js";
import { AS_TEXT, draw, type PieceDrawing } from "./pieces.js";

/** Everything that Markdown or HTML interprets, and what makes links and mentions. */
const SPECIAL = /[\\`*_{}[\]()<>#+\-!|~&$:@]/g;
/** What would change the meaning of our own words. */
const SPECIAL_IN_WORDS = /[\\`*_[\]<>&|~]/g;
const MARKS: Readonly<Record<Tone, string>> = {
  good: "✅ ",
  caution: "⚠️ ",
  danger: "❌ ",
  note: "",
};

/** Parts of a document as Markdown, for a forum or a pull request. The outermost headings are of level 2: `##`. */
export function toMarkdown(parts: Parts): string {
  return new MarkdownDrawing().blocks([parts], 2).join("\n\n");
}

class MarkdownDrawing {
  readonly #pieces: PieceDrawing<string>;

  constructor(names?: Names) {
    this.#pieces = piecesOf(names);
  }

  text(inline: Inline): string {
    return draw(inline, this.#pieces);
  }

  blocks(parts: readonly Parts[], level: number): string[] {
    const blocks: string[] = [];
    let items: string[] = [];
    const endList = () => {
      if (items.length > 0) blocks.push(items.join("\n"));
      items = [];
    };
    for (const part of partsOf(parts)) {
      if ("text" in part || "facts" in part) {
        for (const item of this.#items(part, "")) items.push(item);
        continue;
      }
      endList();
      if ("paragraph" in part) blocks.push(this.text(part.paragraph));
      else {
        const own = "rows" in part ? this.#table(part) : this.#block(part, level);
        for (const each of own) blocks.push(each);
      }
    }
    endList();
    return blocks;
  }

  #block({ names, ...block }: Block, level: number): string[] {
    if (names !== undefined) return new MarkdownDrawing(names).#block(block, level);
    const { title, tone = "note", body } = block;
    if (title === undefined) return this.blocks(body, level);
    const heading = `${"#".repeat(Math.min(level, 6))} ${MARKS[tone]}${this.text(title)}`;
    return [heading, ...this.blocks(body, level + 1)];
  }

  /** List items, with what is below them nested. Lists only contain lists: a table becomes one, too. */
  #items(part: Part, indent: string): string[] {
    if ("facts" in part)
      return part.facts.map(([label, value]) => indent + this.#fact(label, value));
    if ("rows" in part) return this.#rows(part).map((row) => `${indent}- ${row.join(", ")}`);
    const {
      text,
      tone = "note",
      below = [],
    }: Line = "paragraph" in part
      ? { text: part.paragraph }
      : "body" in part
        ? { text: part.title, tone: part.tone, below: part.body }
        : part;
    return [
      `${indent}- ${MARKS[tone]}${this.text(text)}`,
      ...below.flatMap((each) => this.#items(each, `${indent}  `)),
    ];
  }

  #fact(label: Inline, value: Inline): string {
    const name = this.text(label);
    return `- ${name === "" ? "" : `${name}: `}${this.text(value)}`;
  }

  #table(table: Table): string[] {
    const { heads, rows, align = [] } = table;
    if (rows.length === 0) return [];
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    const columns = heads ?? rows[0]!.map(() => "");
    const rule = columns.map((_, column) => (align[column] === "right" ? "---:" : "---"));
    const head = columns.map((column) => this.text(column));
    return [[line(head), line(rule), ...this.#rows(table).map(line)].join("\n")];
  }

  #rows({ rows, most = rows.length }: Table): string[][] {
    const rest = rows.length - most;
    return [
      ...rows.slice(0, most).map((row) => row.map((cell) => this.text(cell))),
      ...(rest > 0 ? [[`and ${rest} more`]] : []),
    ];
  }
}

function piecesOf(names?: Names): PieceDrawing<string> {
  return {
    ...AS_TEXT,
    names,
    words: (text) => escaped(onOneLine(text), SPECIAL_IN_WORDS),
    address: code,
    transaction: code,
    code,
    untrusted: strangers,
    sentence: strangers,
    notRead: (reason) => `not read: ${strangers(reason)}`,
    strong: (text) => `**${text}**`,
    toned: (tone, text) => MARKS[tone] + text,
    url: code,
  };
}

/** A code span shows its text as it is, so what could end it is escaped instead. */
function code(text: string): string {
  const shown = legible(text);
  return /^[^`\n|]+$/.test(shown) ? `\`${shown}\`` : escaped(shown, SPECIAL);
}

/** GitHub looks for mentions, issues and links when escapes are already resolved, so a space without width is put in. */
function strangers(text: string): string {
  return escaped(text, SPECIAL).replace(/&#64;|&#35;|&#58;(?=\/\/)|\bwww(?=\.)/gi, "$&&#8203;");
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => `&#${character.codePointAt(0)};`);
}
