import { html, type Html, type Part } from "../../document/html.js";

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

/** A horizontal line. */
export function line(kind: string, from: number, to: number, y: number): Html {
  return html`<line class="${kind}" x1="${from}" x2="${to}" y1="${round(y)}" y2="${round(y)}" /> `;
}

export function label(kind: string, x: number, y: number, text: Part): Html {
  return html`<text class="${kind}" x="${round(x)}" y="${round(y)}">${text}</text> `;
}

/** Rounds pixels to one decimal, so that a page has the same bytes everywhere. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
