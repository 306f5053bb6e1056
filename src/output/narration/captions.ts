import { betweenTags } from "../../foundation/support/printable.js";

export interface Cue {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** At most 42 characters of a line: whole words, or part of one that is longer. */
const LINE = /(?=\S)(?:.{0,41}\S(?!\S)|\S{1,42}(?![\udc00-\udfff]))/g;
const LINES = 2;
const LONG_HEX = /\b(0x[0-9a-f]{4})[0-9a-f]{8,}([0-9a-f]{4})\b/gi;

/** Captions (WebVTT). The duration of a segment is known; its cues share it by length. */
export function captionsOf(segments: readonly Cue[]): string {
  const cues = segments.flatMap(cuesOf).map(({ start, end, text }, index) => {
    return `${index + 1}\n${timestamp(start)} --> ${timestamp(end)}\n${betweenTags(text)}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** At most two lines each, and none across the end of a sentence. */
function cuesOf({ start, end, text }: Cue): Cue[] {
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  const texts = [...sentences.segment(text.replace(LONG_HEX, "$1…$2"))].flatMap(({ segment }) => {
    const lines = segment.match(LINE) ?? [];
    return lines.flatMap((_, at) =>
      at % LINES === 0 ? [lines.slice(at, at + LINES).join("\n")] : [],
    );
  });
  const rate = (end - start) / texts.join("").length;
  let at = start;
  return texts.map((part) => ({ start: at, end: (at += part.length * rate), text: part }));
}

/** HH:MM:SS.mmm */
function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, "0");
  return hours + new Date(ms).toISOString().slice(13, 23);
}
