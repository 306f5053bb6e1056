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

async function* joined(
  sources: readonly string[],
  pauseSeconds: number,
): AsyncGenerator<Uint8Array, void> {
  let first: WavFormat | undefined;
  for (const path of sources) {
    const found = await inspectWav(path);
    if (found === undefined || !isDeepStrictEqual(first ?? found.format, found.format)) {
      throw new VoiceResponseError(
        `${path} has another format than the first segment, so they cannot be joined. Delete it to have it spoken again.`,
      );
    }
    const { format, dataOffset, dataBytes } = found;
    if (first === undefined) {
      // Its sizes are corrected when the file is saved.
      yield* createReadStream(path, { end: dataOffset - 5 }) as AsyncIterable<Buffer>;
      yield Buffer.alloc(4, 0xff);
    } else {
      // 8-bit samples are unsigned: silence is 128.
      const frames = Math.round(pauseSeconds * format.sampleRate);
      yield Buffer.alloc(frames * format.blockAlign, format.bitsPerSample === 8 ? 0x80 : 0);
    }
    first = format;
    const audio = { start: dataOffset, end: dataOffset + dataBytes - 1 };
    yield* createReadStream(path, audio) as AsyncIterable<Buffer>;
  }
}
