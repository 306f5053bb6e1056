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

/** What is known about WAV audio once it has been read to its end. */
export interface WavEnding {
  readonly format: WavFormat;
  /** A header with the correct sizes for all the audio. */
  readonly header: Buffer;
  readonly durationSeconds: number;
  /** Bytes of audio that the headers promised but that never arrived. */
  readonly missingBytes: number;
}

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The only header that the service writes: RIFF, size, WAVE, fmt in 16 bytes, data, size. */
export const HEADER_BYTES = 44;
const HEADER = /^RIFF.{4}WAVEfmt .{20}data/s;
/** As much of a header as distinguishes it from audio: RIFF, size, WAVE, fmt. */
const MARK_BYTES = 16;
/**
 * Writers that do not know the length yet write a size near the 32-bit limits (this service's is
 * 0xffc79a9e), or zero. Sizes of 2 GiB and more are not trusted either: the bytes are counted.
 */
const LEAST_PLACEHOLDER = 0x7fff0000;

/**
 * Reads a WAV stream to its end, and gives its audio to `write` without headers: a duplex stream may
 * repeat its header for each text.
 * @throws VoiceResponseError if it is not WAV as the service sends it, or has no audio
 */
export async function readWav(
  pieces: Pieces,
  write: (audio: Buffer) => unknown,
): Promise<WavEnding> {
  const headers: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let dataBytes = 0;
  const pass = async (length: number): Promise<void> => {
    dataBytes += length;
    if (length > 0) await write(rest.subarray(0, length));
    rest = rest.subarray(length);
  };
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    let at = headers.length === 0 ? 0 : findMark(rest);
    for (; at >= 0 && rest.length >= at + HEADER_BYTES; at = findMark(rest)) {
      await pass(at);
      headers.push(checkedHeader(rest.subarray(0, HEADER_BYTES), headers[0]));
      rest = rest.subarray(HEADER_BYTES);
    }
    // The last bytes may be the beginning of a header.
    await pass(at >= 0 ? at : Math.max(0, rest.length - MARK_BYTES + 1));
  }
  const first = headers[0] ?? (findMark(rest) === 0 ? undefined : checkedHeader(rest));
  if (findMark(rest) !== 0) await pass(rest.length);
  if (first === undefined || dataBytes === 0) {
    throw new VoiceResponseError("The audio ends before its first sample: only a header came.");
  }
  const format = formatOf(first);
  const sizes = headers.map((header) => header.readUInt32LE(HEADER_BYTES - 4));
  const promised = sizes.reduce((sum, size) => sum + (size < LEAST_PLACEHOLDER ? size : 0), 0);
  return {
    format,
    header: resized(first, dataBytes),
    durationSeconds: dataBytes / format.blockAlign / format.sampleRate,
    missingBytes: Math.max(0, promised - dataBytes),
  };
}

/** Where a header begins, or -1. */
function findMark(bytes: Buffer): number {
  let at = bytes.indexOf("RIFF");
  while (at >= 0 && bytes.toString("latin1", at + 8, at + MARK_BYTES) !== "WAVEfmt ") {
    at = bytes.indexOf("RIFF", at + 1);
  }
  return at;
}

/** @param first the header at the beginning, whose format all others must repeat */
function checkedHeader(header: Buffer, first = header): Buffer {
  if (header.length === 0) throw new VoiceResponseError("No audio came.");
  if (!HEADER.test(header.toString("latin1")) || formatOf(header).sampleRate === 0) {
    throw new VoiceResponseError(
      "The answer is not WAV audio: it does not begin with the 44 bytes of header that the service writes. Read its pieces from a stream instead.",
    );
  }
  if (resized(header, 0).equals(resized(first, 0))) return header;
  throw new VoiceResponseError(
    "The audio changes its format midway, so it does not fit one WAV file. Save it in parts.",
  );
}

function formatOf(header: Buffer): WavFormat {
  const [encoding, channels] = [header.readUInt16LE(20), header.readUInt16LE(22)];
  const [blockAlign, bitsPerSample] = [header.readUInt16LE(32), header.readUInt16LE(34)];
  return { encoding, channels, sampleRate: header.readUInt32LE(24), blockAlign, bitsPerSample };
}

/** A size beyond 32 bits stays at the maximum, which players read as 'to the end of the file'. */
function resized(header: Buffer, dataBytes: number): Buffer {
  const copy = Buffer.from(header);
  copy.writeUInt32LE(Math.min(HEADER_BYTES - 8 + dataBytes, 0xffffffff), 4);
  copy.writeUInt32LE(Math.min(dataBytes, 0xffffffff), HEADER_BYTES - 4);
  return copy;
}
