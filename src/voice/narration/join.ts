import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { saveWav, type SavedAudio } from "../audio/save.js";
import type { WavFormat } from "../audio/wav.js";
import { VoiceResponseError } from "../errors.js";
import { inspectWav } from "./manifest.js";

/** Joins WAV files of one format into one, with silence between them. */
export function joinWav(
  target: string,
  sources: readonly string[],
  pauseSeconds: number,
): Promise<SavedAudio> {
  return saveWav(target, joined(sources, pauseSeconds));
}

/** File after file: saving takes the headers out. */
async function* joined(
  sources: readonly string[],
  pauseSeconds: number,
): AsyncGenerator<Uint8Array, void> {
  let first: WavFormat | undefined;
  for (const path of sources) {
    const format = (await inspectWav(path))?.format;
    if (format === undefined || !isDeepStrictEqual(first ?? format, format)) {
      throw new VoiceResponseError(
        `${path} has another format than the first segment, so they cannot be joined. Delete it to have it spoken again.`,
      );
    }
    const pause = first === undefined ? 0 : Math.round(pauseSeconds * format.sampleRate);
    yield Buffer.alloc(pause * format.blockAlign);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
    first = format;
  }
}
