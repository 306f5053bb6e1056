export interface Cue {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * WebVTT captions with a cue for each sentence. The duration of a segment is known; its sentences
 * share it by length.
 */
export function webVtt(segments: readonly Cue[]): string {
  // Created here: at module level it would cost every user time and memory.
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  const cues = segments.flatMap((segment) => splitSentences(segment, sentences));
  const blocks = cues.map(
    ({ start, end, text }, index) =>
      `${index + 1}\n${timestamp(start)} --> ${timestamp(end)}\n${escape(text)}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

function splitSentences({ start, end, text }: Cue, sentences: Intl.Segmenter): Cue[] {
  let at = 0;
  return Array.from(sentences.segment(text), ({ segment }) => {
    const from = start + ((end - start) * at) / text.length;
    at += segment.length;
    return { start: from, end: start + ((end - start) * at) / text.length, text: segment.trim() };
  });
}

/** HH:MM:SS.mmm */
function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const hours = two(ms / 3_600_000);
  const rest = `${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${hours}:${rest}.${String(ms % 1000).padStart(3, "0")}`;
}

/** Characters with a meaning in WebVTT; with > escaped, no text can contain an arrow. */
function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
