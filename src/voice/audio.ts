import { VoiceError } from "./errors.js";

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** All of a WAV file before its first sample, and the contents of its fmt chunk. */
interface Header {
  readonly bytes: Buffer;
  readonly format: Buffer;
}

interface AudioFacts {
  readonly bytes: number;
  /** Only of WAV. */
  readonly durationSeconds?: number;
  /** The header with the right sizes, and how many bytes of samples follow; only of WAV. */
  readonly sound?: Header & { readonly length: number };
}

/** As much as tells whether a header begins: RIFF, size, WAVE. */
const MARK_BYTES = 12;
/** A header may have texts and pictures in it. Audio with a longer one stays as it is. */
const LONGEST_HEADER = 2 ** 20;
/** Who does not know the length yet writes zero, or a size near a 32-bit limit. */
const isPlaceholder = (size: number): boolean => size === 0 || size >= 0x7fff0000;

/**
 * Reads audio to its end, and gives every byte of it to `write`, except for headers that a duplex
 * stream repeats for each text. @throws VoiceError if there is no sound in it, or less than its headers say
 */
export async function readAudio(
  pieces: Pieces,
  write: (part: Buffer) => unknown = () => {},
): Promise<AudioFacts> {
  const headers: Header[] = [];
  let isWav = true;
  let rest: Buffer = Buffer.of();
  let bytes = 0;
  /** A LIST chunk among the samples. It is no sound if everything ends with it. */
  let list = { at: 0, end: -2 };
  const pass = async (length: number): Promise<void> => {
    const part = rest.subarray(0, Math.max(0, length));
    rest = rest.subarray(part.length);
    bytes += part.length;
    if (part.length > 0) await write(part);
  };
  /** Passes on what certainly is to be kept. @returns whether to look at the rest again */
  const step = async (isLast: boolean): Promise<boolean> => {
    const at = !isWav ? Infinity : headers.length === 0 ? 0 : findMark(rest);
    // The last bytes may be the beginning of a mark.
    await pass(Math.min(at, rest.length - (isLast || !isWav ? 0 : MARK_BYTES - 1)));
    if (at === Infinity || (rest.length < MARK_BYTES && !isLast)) return false;
    const header = headerOf(rest);
    if (header === "incomplete" && !isLast) return false;
    if (typeof header === "object" && (headers[0] ?? header).format.equals(header.format)) {
      if (headers.push(header) === 1) await pass(header.bytes.length);
      else rest = rest.subarray(header.bytes.length);
    } else if (headers.length > 0) {
      const isList = rest.length >= 8 && rest.toString("latin1", 0, 4) === "LIST";
      if (isList && bytes >= list.end) list = { at: bytes, end: bytes + 8 + rest.readUInt32LE(4) };
      await pass(4);
    } else if (header === "incomplete") {
      throw new VoiceError("response", "The audio ends before its first sample.");
    } else {
      isWav = false;
    }
    return true;
  };
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (await step(false));
  }
  while (await step(true));
  const isListLast = list.end <= bytes && bytes <= list.end + 1;
  return factsOf(headers, bytes, isListLast ? list.at : bytes);
}

/** @param end of the samples */
function factsOf(headers: readonly Header[], bytes: number, end: number): AudioFacts {
  const [first] = headers;
  if (first === undefined) return { bytes };
  const { format } = first;
  const rate = format.readUInt32LE(8);
  const header = Buffer.from(first.bytes);
  const came = end - header.length;
  if (came === 0) throw new VoiceError("response", "The audio ends before its first sample.");
  const sizes = headers.map((each) => each.bytes.readUInt32LE(each.bytes.length - 4));
  const promised = sizes.reduce((sum, size) => sum + (isPlaceholder(size) ? 0 : size), 0);
  if (promised > came) throw cutShort(promised - came);
  const isRight = sizes.length === 1 && promised > 0;
  const length = isRight ? promised : came;
  const put = (size: number, at: number) => header.writeUInt32LE(Math.min(size, 2 ** 32 - 1), at);
  if (!isRight || isPlaceholder(header.readUInt32LE(4))) put(bytes - 8, 4);
  if (!isRight) put(length, header.length - 4);
  return {
    bytes,
    durationSeconds: rate === 0 ? undefined : length / rate,
    sound: { bytes: header, format, length },
  };
}

export function cutShort(missing: number): VoiceError {
  const found = `The audio is cut short: ${missing} bytes are missing.`;
  return new VoiceError("response", `${found} Convert the text again.`);
}

/** Where a header, or a LIST chunk, may begin. */
function findMark(bytes: Buffer): number {
  const found = ["RIFF", "LIST"].map((mark) => bytes.indexOf(mark));
  return Math.min(...found.filter((at) => at >= 0));
}

function headerOf(bytes: Buffer): Header | "incomplete" | undefined {
  const mark = bytes.toString("latin1", 0, MARK_BYTES);
  if (!"RIFF".startsWith(mark.slice(0, 4)) || !"WAVE".startsWith(mark.slice(8))) return undefined;
  let format = bytes.subarray(0, 0);
  for (let at = MARK_BYTES; at + 8 <= bytes.length;) {
    const [id, size] = [bytes.toString("latin1", at, at + 4), bytes.readUInt32LE(at + 4)];
    at += 8;
    if (id === "data")
      return format.length < 16 ? undefined : { bytes: bytes.subarray(0, at), format };
    if (id === "fmt ") format = bytes.subarray(at, at + size);
    at += size + (size % 2);
  }
  return bytes.length < LONGEST_HEADER ? "incomplete" : undefined;
}
