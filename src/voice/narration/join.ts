import { createReadStream } from "node:fs";
import { VoiceResponseError } from "../errors.js";
import { saveWav, type SavedAudio } from "../audio/save.js";
import type { WavEnding, WavFormat } from "../audio/wav.js";
import { inspectWav } from "./manifest.js";

/** Joins WAV files of one format into one, with silence between them. */
export async function joinWav(
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
  let first: WavEnding | undefined;
  for (const path of sources) {
    const found = await inspectWav(path);
    if (first === undefined) {
      first = found;
      // Its sizes are corrected when the file is saved.
      yield* read(path, 0, found.dataOffset - 4);
      yield Buffer.alloc(4, 0xff);
    } else if (JSON.stringify(found.format) !== JSON.stringify(first.format)) {
      throw new VoiceResponseError(
        `${path} has another format than the first segment, so they cannot be joined. Delete it to have it spoken again.`,
      );
    } else {
      yield silence(found.format, pauseSeconds);
    }
    yield* read(path, found.dataOffset, found.dataOffset + found.dataBytes);
  }
}

function read(path: string, start: number, end: number): AsyncIterable<Uint8Array> {
  return createReadStream(path, { start, end: end - 1 });
}

function silence(format: WavFormat, seconds: number): Uint8Array {
  const frames = Math.round(seconds * format.sampleRate);
  // 8-bit samples are unsigned: silence is 128.
  return Buffer.alloc(frames * format.blockAlign, format.bitsPerSample === 8 ? 0x80 : 0);
}
