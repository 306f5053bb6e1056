import { VoiceInputError } from "../errors.js";
import { cleaned } from "./words.js";

/** A piece of a script that becomes one audio file. */
export interface Segment {
  /** 1 for the first. */
  readonly number: number;
  /** The heading above it, which is not spoken. */
  readonly heading: string | undefined;
  readonly text: string;
}

/**
 * Reads a narration script, which is plain text: paragraphs, separated by blank lines, are the
 * segments. A line that begins with `#` is a heading: it is not spoken, but names what follows. A
 * line that begins with `//` is a comment. Line breaks within a paragraph count as spaces, and so do
 * control characters and marks that change the text direction.
 * @throws VoiceInputError if there is nothing to speak
 *
 * @example
 * parseScript("# Votes\n\nTwo have voted."); // [{ number: 1, heading: "Votes", text: "Two have voted." }]
 */
export function parseScript(script: string): readonly Segment[] {
  const segments: Segment[] = [];
  let heading: string | undefined;
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    const text = paragraph.join(" ");
    if (text !== "") segments.push({ number: segments.length + 1, heading, text });
    paragraph = [];
  };
  for (const line of script.split(/\r\n|\r|\n/)) {
    const words = cleaned(line);
    if (words.startsWith("//")) continue;
    if (words === "" || words.startsWith("#")) endParagraph();
    if (words.startsWith("#")) heading = words.replace(/^#+ ?/, "") || undefined;
    else if (words !== "") paragraph.push(words);
  }
  endParagraph();
  if (segments.length === 0) {
    throw new VoiceInputError(
      "The script has nothing to speak: only blank lines, headings (#) and comments (//). Write a paragraph.",
    );
  }
  return segments;
}
