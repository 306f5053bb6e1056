import { VoiceResponseError } from "../errors.js";

/** The fmt chunk of a WAV file. */
export interface WavFormat {
  /** 1 is PCM. */
  readonly encoding: number;
  readonly channels: number;
  /** Frames per second. */
  readonly sampleRate: number;
  /** Bytes of one frame: one sample of every channel. */
  readonly blockAlign: number;
  readonly bitsPerSample: number;
}

/** Chunks that programs write after the audio. Anything else there is more audio. */
export const TRAILING_CHUNKS: ReadonlySet<string> = new Set([
  ...["LIST", "id3 ", "ID3 ", "bext", "cue ", "fact", "PEAK", "JUNK", "smpl", "inst", "iXML"],
]);

/**
 * Writers that do not know the length yet write a size near the 32-bit limits (0xffffffff,
 * 0x7ffff000, this service's 0xffc79a9e), or zero, which needs no special case. Audio of 2 GiB and
 * more is treated the same way: its size is counted, with the same result.
 */
export function isPlaceholder(size: number): boolean {
  return size >= 0x7fff0000;
}

/** @throws VoiceResponseError if no audio can have this format */
export function parseFormat(fmt: Buffer): WavFormat {
  const format =
    fmt.length < 16
      ? undefined
      : {
          encoding: fmt.readUInt16LE(0),
          channels: fmt.readUInt16LE(2),
          sampleRate: fmt.readUInt32LE(4),
          blockAlign: fmt.readUInt16LE(12),
          bitsPerSample: fmt.readUInt16LE(14),
        };
  if (format === undefined || format.sampleRate === 0 || format.blockAlign === 0) {
    throw new VoiceResponseError("The WAV header's format (fmt chunk) is damaged.");
  }
  return format;
}
