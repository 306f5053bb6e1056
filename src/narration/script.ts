import { MigrationError } from "../support/errors.js";
import { cleaned } from "./words.js";

/** A piece of a script that becomes one audio file. */
export interface Segment {
  /** The heading above it, which is not spoken. */
  readonly heading?: string;
  readonly text: string;
}

/**
 * Reads a narration script, which is plain text: paragraphs, separated by blank lines, are the segments. A
 * line that begins with `#` is a heading: it is not spoken, but names what follows. A line that begins
 * with `//` is a comment. Line breaks within a paragraph count as spaces.
 * @throws MigrationError if there is nothing to speak
 */
export function parseScript(script: string): readonly Segment[] {
  const segments: Segment[] = [];
  let heading: string | undefined;
  let open: string[] = [];
  const lines = script.split(/\r\n|\r|\n/).map(cleaned);
  for (const line of [...lines.filter((one) => !one.startsWith("//")), ""]) {
    const isHeading = line.startsWith("#");
    if (line !== "" && !isHeading) {
      open.push(line);
      continue;
    }
    if (open.length > 0) segments.push({ heading, text: open.join(" ") });
    if (isHeading) heading = line.replace(/^#+ ?/, "") || undefined;
    open = [];
  }
  if (segments.length > 0) return segments;
  throw new MigrationError(
    "The script has nothing to speak: only blank lines, headings (#) and comments (//). Write a paragraph.",
  );
}
