import { createHash } from "node:crypto";

/** A line ends with a checksum of itself and all lines before it. */
const CHECK = /,"check":"([0-9a-f]{32})"\}/;
const CHECKED_LINE = new RegExp(`^(\\{.*)${CHECK.source}$`, "s");

/**
 * Links the lines of a file, so that a changed, missing, added or moved line is detected. This is no signature: anybody
 * can write such a file.
 */
export class LineChain {
  #last = "";

  /**
   * @param text of a JSON object
   * @returns the line to write
   */
  add(text: string): string {
    this.#last = checkOf(this.#last, text);
    return `${text.slice(0, -1)},"check":"${this.#last}"}`;
  }

  /** Whether a line is unchanged and follows the line accepted before it. */
  accepts(line: string): boolean {
    const [, body, check] = CHECKED_LINE.exec(line) ?? [];
    if (body === undefined || check !== checkOf(this.#last, `${body}}`)) return false;
    this.#last = check;
    return true;
  }
}

export function holdsCheckedLine(text: string): boolean {
  return CHECK.test(text);
}

function checkOf(previous: string, text: string): string {
  return createHash("sha256").update(`${previous}\n${text}`).digest("hex").slice(0, 32);
}
