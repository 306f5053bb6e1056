import { printable } from "../support/printable.js";
import { type Facts, type Inline, type Line, partsOf, type Parts, type Table } from "./document.js";
import { draw, type PieceDrawing } from "./pieces.js";
import { timeText } from "./words.js";

const DRAWING: PieceDrawing<string> = {
  // No piece of ours has line breaks, so a stranger's text among them could not imitate a line either.
  words: (text) => printable(text).replace(/\s*\n\s*/g, " "),
  join: (parts) => parts.join(""),
  address: printable,
  transaction: printable,
  code: printable,
  time: timeText,
  untrusted: (text) => text,
  sentence: (text) => text,
  notRead: (reason) => `not read: ${reason}`,
  strong: (text) => text,
  toned: (tone, text) => (tone === "danger" ? text.toUpperCase() : text),
  list: (items) => items.join(", "),
  link: (_to, text) => text,
  url: (url) => url,
};

/** Parts of a document as text: what is one level down is indented by two spaces. */
export function toTerminal(...parts: readonly Parts[]): string {
  return linesOf(parts, "").join("\n");
}

/** A single line. */
export function inlineToTerminal(inline: Inline): string {
  return draw(inline, DRAWING);
}

/** Blocks stand apart from what is around them. */
function linesOf(parts: readonly Parts[], indent: string): string[] {
  const lines: string[] = [];
  let wasBlock = false;
  for (const part of partsOf(parts)) {
    const isBlock = "body" in part;
    const own = isBlock
      ? blockLines(part.title, part.body, indent)
      : "facts" in part
        ? factLines(part, indent)
        : "rows" in part
          ? tableLines(part, indent)
          : itemLines("paragraph" in part ? { text: part.paragraph } : part, indent);
    if (own.length === 0) continue;
    if (lines.length > 0 && (isBlock || wasBlock)) lines.push("");
    lines.push(...own);
    wasBlock = isBlock;
  }
  return lines;
}

function blockLines(title: Inline, body: readonly Parts[], indent: string): string[] {
  if (title === undefined) return linesOf(body, indent);
  return [indented(indent, inlineToTerminal(title)), ...linesOf(body, `${indent}  `)];
}

function itemLines({ text, tone, below = [] }: Line, indent: string): string[] {
  const mark = tone === "caution" || tone === "danger" ? "! " : "";
  return [
    indented(indent, mark + inlineToTerminal(text)),
    ...linesOf(below, `${indent}  `).filter((line) => line !== ""),
  ];
}

function factLines({ facts }: Facts, indent: string): string[] {
  return aligned(
    facts.map((row) => row.map(inlineToTerminal)),
    indent,
  );
}

function tableLines({ heads, rows, align, most = rows.length }: Table, indent: string): string[] {
  if (rows.length === 0) return [];
  const shown = [...(heads === undefined ? [] : [heads]), ...rows.slice(0, most)];
  const rest = rows.length - most;
  return [
    ...aligned(
      shown.map((row) => row.map(inlineToTerminal)),
      indent,
      align,
    ),
    ...(rest > 0 ? [`${indent}and ${rest} more (--json has them all)`] : []),
  ];
}

function aligned(
  rows: readonly (readonly string[])[],
  indent: string,
  align: Table["align"] = [],
): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))));
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const space = " ".repeat(widths![column]! - widthOf(cell));
      return align[column] === "right" ? space + cell : cell + space;
    });
    return indented(indent, cells.join("  "));
  });
}

function widthOf(text: string): number {
  return [...text].length;
}

function indented(indent: string, text: string): string {
  return (indent + text).trimEnd();
}
