import { onOneLine, printable } from "../../foundation/support/printable.js";
import { partsOf } from "./document.js";
import type { Block, Inline, Line, Names, Part, Parts, Table, Tone } from "./document.js";
import { AS_TEXT, draw, type PieceDrawing } from "./pieces.js";

/** Parts of a document as text: what is one level down is indented by two spaces. */
export function toTerminal(parts: Parts): string {
  return new TerminalDrawing().lines([parts], "").join("\n");
}

/** A single line. */
export function inlineToTerminal(inline: Inline): string {
  return new TerminalDrawing().text(inline);
}

class TerminalDrawing {
  readonly #pieces: PieceDrawing<string>;

  constructor(names: Names = new Map()) {
    this.#pieces = piecesOf(names);
  }

  text(inline: Inline): string {
    return draw(inline, this.#pieces);
  }

  /** Blocks stand apart from what is around them. */
  lines(parts: readonly Parts[], indent: string): string[] {
    const lines: string[] = [];
    let wasBlock = false;
    for (const part of partsOf(parts)) {
      const own = this.#part(part, indent);
      if (own.length === 0) continue;
      const isBlock = "body" in part;
      if (lines.length > 0 && (isBlock || wasBlock)) lines.push("");
      for (const each of own) lines.push(each);
      wasBlock = isBlock;
    }
    return lines;
  }

  #part(part: Part, indent: string): string[] {
    if ("body" in part) return this.#block(part, indent);
    if ("facts" in part) return this.#aligned(part.facts, indent);
    if ("rows" in part) return this.#table(part, indent);
    return this.#line("paragraph" in part ? { text: part.paragraph } : part, indent);
  }

  #block({ names, ...block }: Block, indent: string): string[] {
    if (names !== undefined) return new TerminalDrawing(names).#block(block, indent);
    const { title, tone, body } = block;
    if (title === undefined) return this.lines(body, indent);
    return [indented(indent, markOf(tone) + this.text(title)), ...this.lines(body, `${indent}  `)];
  }

  #line({ text, tone, below = [] }: Line, indent: string): string[] {
    return [
      indented(indent, markOf(tone) + this.text(text)),
      ...this.lines(below, `${indent}  `).filter((line) => line !== ""),
    ];
  }

  #table({ heads, rows, align, most = rows.length }: Table, indent: string): string[] {
    if (rows.length === 0) return [];
    const shown = [...(heads === undefined ? [] : [heads]), ...rows.slice(0, most)];
    const rest = rows.length - most;
    return [
      ...this.#aligned(shown, indent, align),
      ...(rest > 0 ? [`${indent}and ${rest} more (--json has them all)`] : []),
    ];
  }

  #aligned(
    rows: readonly (readonly Inline[])[],
    indent: string,
    align: Table["align"] = [],
  ): string[] {
    const texts = rows.map((row) => row.map((cell) => this.text(cell)));
    const widths = texts[0]?.map((_, column) =>
      texts.reduce((widest, row) => Math.max(widest, widthOf(row[column]!)), 0),
    );
    return texts.map((row) => {
      const cells = row.map((cell, column) => {
        const space = " ".repeat(widths![column]! - widthOf(cell));
        return align[column] === "right" ? space + cell : cell + space;
      });
      return indented(indent, cells.join("  "));
    });
  }
}

function piecesOf(names: Names): PieceDrawing<string> {
  return {
    ...AS_TEXT,
    names,
    words: onOneLine,
    address: printable,
    transaction: printable,
    code: printable,
    notRead: (reason) => `not read: ${reason}`,
    toned: (tone, text) => (tone === "danger" ? text.toUpperCase() : text),
  };
}

function markOf(tone: Tone | undefined): string {
  return tone === "caution" || tone === "danger" ? "! " : "";
}

function widthOf(text: string): number {
  return [...text].length;
}

function indented(indent: string, text: string): string {
  return (indent + text).trimEnd();
}
