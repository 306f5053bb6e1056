import { printable } from "../support/printable.js";
import {
  type Block,
  type Inline,
  type Line,
  partsOf,
  type Parts,
  type Table,
  type Tone,
} from "./document.js";
import { draw, type PieceDrawing } from "./pieces.js";
import { timeText } from "./words.js";

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

const DRAWING: PieceDrawing<string> = {
  words: (text) => escaped(printable(text).replace(/\s*\n\s*/g, " "), SPECIAL_IN_WORDS),
  join: (parts) => parts.join(""),
  address: code,
  transaction: code,
  code,
  time: (seconds) => timeText(seconds),
  untrusted: (text) => escaped(text, SPECIAL),
  sentence: (text) => escaped(text, SPECIAL),
  notRead: (reason) => `not read: ${escaped(reason, SPECIAL)}`,
  strong: (text) => `**${text}**`,
  toned: (tone, text) => MARKS[tone] + text,
  list: (items) => items.join("; "),
  link: (_to, text) => text,
  url: code,
};

/**
 * Parts of a document as Markdown, for a forum or a pull request.
 * @param level of the outermost headings: 2 for `##`
 */
export function toMarkdown(parts: Parts, level = 2): string {
  return blocksOf([parts], level).join("\n\n");
}

/** A single line, without line breaks. */
export function inlineToMarkdown(inline: Inline): string {
  return draw(inline, DRAWING);
}

function blocksOf(parts: readonly Parts[], level: number): string[] {
  const blocks: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(items.join("\n"));
    items = [];
  };
  for (const part of partsOf(parts)) {
    if ("text" in part) {
      items.push(...itemLines(part, ""));
      continue;
    }
    if ("facts" in part) {
      items.push(...part.facts.map(([label, value]) => factLine(label, value)));
      continue;
    }
    endList();
    if ("paragraph" in part) blocks.push(inlineToMarkdown(part.paragraph));
    else if ("rows" in part) blocks.push(...tableText(part));
    else {
      const title = part.title === undefined ? [] : [headingOf(part, level)];
      blocks.push(...title, ...blocksOf(part.body, level + title.length));
    }
  }
  endList();
  return blocks;
}

function headingOf({ title, tone = "note" }: Block, level: number): string {
  return `${"#".repeat(Math.min(level, 6))} ${MARKS[tone]}${inlineToMarkdown(title)}`;
}

/** A list item, with what is below it nested. */
function itemLines({ text, tone = "note", below = [] }: Line, indent: string): string[] {
  return [
    `${indent}- ${MARKS[tone]}${inlineToMarkdown(text)}`,
    ...partsOf(below).flatMap((part) => nestedLines(part, `${indent}  `)),
  ];
}

/** Lists only contain lists: a table becomes one, too. */
function nestedLines(
  part: Exclude<Parts, readonly Parts[] | undefined | false>,
  indent: string,
): string[] {
  if ("text" in part) return itemLines(part, indent);
  if ("paragraph" in part) return itemLines({ text: part.paragraph }, indent);
  if ("facts" in part) return part.facts.map((row) => indent + factLine(...row));
  if ("rows" in part) return shownRows(part).map((row) => `${indent}- ${row.join(", ")}`);
  return itemLines({ text: part.title, below: part.body }, indent);
}

function factLine(label: Inline, value: Inline): string {
  const name = inlineToMarkdown(label);
  return `- ${name === "" ? "" : `${name}: `}${inlineToMarkdown(value)}`;
}

function tableText(table: Table): string[] {
  const { heads, rows, align = [] } = table;
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const columns = heads ?? rows[0]!.map(() => "");
  const rule = columns.map((_, column) => (align[column] === "right" ? "---:" : "---"));
  return [
    [line(columns.map(inlineToMarkdown)), line(rule), ...shownRows(table).map(line)].join("\n"),
  ];
}

function shownRows({ rows, most = rows.length }: Table): string[][] {
  const rest = rows.length - most;
  return [
    ...rows.slice(0, most).map((row) => row.map(inlineToMarkdown)),
    ...(rest > 0 ? [[`and ${rest} more`]] : []),
  ];
}

/** A code span shows its text as it is, so what could end it is escaped instead. */
function code(text: string): string {
  const shown = printable(text);
  return /^[^`\n|]+$/.test(shown) ? `\`${shown}\`` : escaped(shown, SPECIAL);
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => `&#${character.codePointAt(0)};`);
}
