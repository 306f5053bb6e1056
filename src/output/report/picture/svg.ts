import { html, type Html, type Part } from "../../document/html.js";
import type { Place } from "./layout.js";

const LINE = 17;
const PADDING = 10;
/** Width of a letter in the page's font at 13 pixels, slightly more than the average; names are bold. */
const LETTER = 7.4;
const BOLD = 8.4;
const WIDE = 14;
/** Longer lines are cut. */
const WIDEST = 238;

/** How a contract looks, by its code. */
export const TONES = { account: "danger", unknown: "caution", arc: "plain" } as const;

/** A line in a box, and its role in the picture. */
export interface BoxLine {
  readonly text: string;
  readonly kind?: "name" | "hex";
}

/** As small as its lines allow: the smaller a picture, the larger it is shown and printed. */
export function boxSize(lines: readonly BoxLine[]): Pick<Place, "width" | "height"> {
  const widths = lines.map(({ text, kind }) => widthOf(text, letterOf(kind)));
  const width = Math.min(WIDEST, Math.ceil(Math.max(...widths)) + 2 * PADDING);
  return { width, height: lines.length * LINE + 2 * PADDING - 3 };
}

function letterOf(kind: BoxLine["kind"]): number {
  return kind === "name" ? BOLD : LETTER;
}

/** A box with its lines, which are cut if they are too long. The page shows their full text elsewhere. */
export function box(place: Place, lines: readonly BoxLine[], kind: string): Html {
  const { x, y, width, height } = place;
  return html`<svg x="${round(x)}" y="${round(y)}" width="${width}" height="${height}">
    <rect class="box ${kind}" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="8" />
    ${lines.map(({ text, kind: own }, index) => {
      const shown = cut(text, width - 2 * PADDING, letterOf(own));
      return label(`line ${own ?? "plain"}`, PADDING, PADDING + 11 + index * LINE, shown);
    })}
  </svg> `;
}

/** An edge from the right side of one box to the left side of another. */
export function edge(from: Place, to: Place, kind: string): Html {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  const points = [x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2].map(round);
  return html`<path
    class="edge ${kind}"
    d="M${points[0]} ${points[1]}C${points[2]} ${points[3]} ${points[4]} ${points[5]} ${points[6]} ${points[7]}"
  /> `;
}

interface Picture {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

/** A picture with a description in words. */
export function picture({ id, title, description, width, height }: Picture, content: Part): Html {
  return html`<svg
    class="picture"
    role="img"
    aria-labelledby="${id}-title ${id}-description"
    viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"
    width="${Math.ceil(width)}"
    height="${Math.ceil(height)}"
  >
    <title id="${id}-title">${title}</title>
    <desc id="${id}-description">${description}</desc>
    ${content}
  </svg> `;
}

export function line(kind: string, from: number, to: number, y: number): Html {
  return html`<line class="${kind}" x1="${from}" x2="${to}" y1="${round(y)}" y2="${round(y)}" /> `;
}

export function label(kind: string, x: number, y: number, text: Part): Html {
  return html`<text class="${kind}" x="${round(x)}" y="${round(y)}">${text}</text> `;
}

/** Cuts text to a width in pixels, which is estimated, as there is no screen to measure it. */
export function cut(text: string, width: number, letterWidth = LETTER): string {
  let end = 0;
  for (const letter of text) {
    if (widthOf(text.slice(0, end + letter.length), letterWidth) > width) {
      return `${text.slice(0, end)}…`;
    }
    end += letter.length;
  }
  return text;
}

function widthOf(text: string, letterWidth: number): number {
  const wide = [...text].filter((letter) => letter >= "\u0300" && letter !== "…").length;
  return wide * WIDE + ([...text].length - wide) * letterWidth;
}

/** Rounds pixels to one decimal, so that a page has the same bytes everywhere. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
