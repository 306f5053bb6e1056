export interface Cue {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What fits a screen. */
const LINE_LENGTH = 42;
const LINES = 2;
const LONG_HEX = /\b(0x[0-9a-f]{4})[0-9a-f]{8,}([0-9a-f]{4})\b/gi;

/** Captions for browsers. The duration of a segment is known; its cues share it by length. */
export function webVtt(segments: readonly Cue[]): string {
  const escape = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return ["WEBVTT\n", ...blocks(segments, ".", escape)].join("\n");
}

/** The same for video editors and players. SubRip has no escapes for what looks like its markup. */
export function subRip(segments: readonly Cue[]): string {
  const like: Readonly<Record<string, string>> = { "<": "‹", ">": "›", "{": "(", "}": ")" };
  const escape = (text: string): string => text.replace(/[<>{}]/g, (mark) => like[mark] ?? mark);
  return blocks(segments, ",", escape).join("\n");
}

function blocks(
  segments: readonly Cue[],
  point: string,
  escape: (text: string) => string,
): readonly string[] {
  // Created here: at module level it would cost every user time and memory.
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  const cues = segments.flatMap((segment) => cuesOf(segment, sentences));
  const time = (seconds: number): string => timestamp(seconds, point);
  return cues.map(
    ({ start, end, text }, index) =>
      `${index + 1}\n${time(start)} --> ${time(end)}\n${escape(text)}\n`,
  );
}

/** At most two lines each, and none across the end of a sentence. */
function cuesOf({ start, end, text }: Cue, sentences: Intl.Segmenter): Cue[] {
  const texts = [...sentences.segment(text.replace(LONG_HEX, "$1…$2"))].flatMap(({ segment }) => {
    const lines = wrap(segment.trim());
    const firsts = lines.filter((_, index) => index % LINES === 0);
    return firsts.map((_, cue) => lines.slice(cue * LINES, (cue + 1) * LINES).join("\n"));
  });
  const rate = (end - start) / texts.reduce((sum, { length }) => sum + length, 0);
  let at = 0;
  return texts.map((part) => {
    const from = start + at * rate;
    at += part.length;
    return { start: from, end: start + at * rate, text: part };
  });
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  // A word that is longer than a line goes to the next one in pieces.
  for (const word of text.match(/\S{1,42}(?![\udc00-\udfff])/g) ?? []) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_LENGTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** HH:MM:SS.mmm */
function timestamp(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${two(ms / 3_600_000)}:${rest}${point}${String(ms % 1000).padStart(3, "0")}`;
}
