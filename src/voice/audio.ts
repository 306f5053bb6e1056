import { randomUUID } from "node:crypto";
import { lstat, open, rename, rm } from "node:fs/promises";
import { check } from "./checked-options.js";
import { VoiceError } from "./errors.js";

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** All of a WAV file before its first sample, and the contents of its fmt chunk. Other audio has none. */
interface Header {
  readonly bytes: Buffer;
  readonly format: Buffer;
}

export interface SavedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  /** How long it plays, if it is WAV. */
  readonly durationSeconds?: number;
}

/** Also the header with the right sizes, and how many bytes of samples follow; only of WAV. */
type AudioFacts = Omit<SavedAudio, "path"> & {
  readonly sound?: Header & { readonly length: number };
};

/** Of a header and of a LIST chunk after the samples, which may have texts in them: what is longer is sound. */
const LONGEST = 2 ** 14;
/** Who does not know the length yet writes zero, or a size near a 32-bit limit. */
const isPlaceholder = (size: number): boolean => size === 0 || size >= 0x7fff0000;

/**
 * Reads audio to its end, and gives every byte of it to `write`, except for headers that a duplex
 * stream repeats for each text.
 * @param most of how many bytes: it may never end; the default is the limit of WAV
 * @throws VoiceError if it has more, has no sound, or less of it than its headers say
 */
export async function readAudio(
  pieces: Pieces,
  write: (part: Buffer) => unknown = () => {},
  most = 2 ** 32,
): Promise<AudioFacts> {
  let header: Header | "incomplete" | undefined = "incomplete";
  /** How many bytes of samples follow each header, as it says. */
  const sizes: number[] = [];
  let rest: Buffer = Buffer.of();
  let last = rest;
  let bytes = 0;
  const pass = async (length: number): Promise<void> => {
    const part = rest.subarray(0, Math.max(0, length));
    rest = rest.subarray(part.length);
    bytes += part.length;
    if (bytes > most) throw new VoiceError("response", `The audio has more than ${most} bytes.`);
    last = (part.length < LONGEST ? Buffer.concat([last, part]) : part).subarray(-LONGEST);
    if (part.length > 0) await write(part);
  };
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    if (header === "incomplete") header = headerOf(rest);
    if (header === "incomplete") continue;
    const { length } = header?.bytes ?? { length: 1 };
    for (let at = findHeader(rest, header); at >= 0; at = findHeader(rest, header)) {
      sizes.push(rest.readUInt32LE(at + length - 4));
      await pass(sizes.length === 1 ? length : at);
      if (sizes.length > 1) rest = rest.subarray(length);
    }
    // The last bytes may be the beginning of a header.
    await pass(rest.length - length + 1);
  }
  await pass(rest.length);
  if (header === undefined) return { bytes };
  const end = bytes - listBytes(last);
  if (header === "incomplete" || header.bytes.length === end)
    throw new VoiceError("response", "The audio ends before its first sample.");
  return factsOf(header, sizes, bytes, end);
}

/** @param end of the samples */
function factsOf(header: Header, sizes: readonly number[], bytes: number, end: number): AudioFacts {
  const [own, rate] = [Buffer.from(header.bytes), header.format.readUInt32LE(8)];
  const came = end - own.length;
  const promised = sizes.reduce((sum, size) => sum + (isPlaceholder(size) ? 0 : size), 0);
  if (promised > came) throw cutShort(promised - came);
  const isRight = sizes.length === 1 && promised > 0;
  const length = isRight ? promised : came;
  const put = (size: number, at: number) => own.writeUInt32LE(Math.min(size, 2 ** 32 - 1), at);
  if (!isRight || isPlaceholder(own.readUInt32LE(4))) put(bytes - 8, 4);
  if (!isRight) put(length, own.length - 4);
  const durationSeconds = rate === 0 ? undefined : length / rate;
  return { bytes, durationSeconds, sound: { ...header, bytes: own, length } };
}

export function cutShort(missing: number): VoiceError {
  const found = `The audio is cut short: ${missing} bytes are missing.`;
  return new VoiceError("response", `${found} Convert the text again.`);
}

/** Where all of a header is, also if it differs in the sizes, at byte 4 and at its end; negative if nowhere. */
function findHeader(bytes: Buffer, header: Header | undefined): number {
  const at = header === undefined ? -1 : bytes.indexOf(header.bytes.subarray(8, -4)) - 8;
  return at + (header?.bytes.length ?? 0) > bytes.length ? -1 : at;
}

/** The length of the LIST chunk with which everything ends, if so: it is no sound. */
function listBytes(last: Buffer): number {
  for (let at = 0; (at = last.indexOf("LIST", at)) >= 0 && at + 8 <= last.length; at++) {
    const more = last.length - at - 8 - last.readUInt32LE(at + 4);
    if (more === 0 || more === 1) return last.length - at;
  }
  return 0;
}

function headerOf(bytes: Buffer): Header | "incomplete" | undefined {
  const mark = bytes.toString("latin1", 0, 12);
  if (!"RIFF".startsWith(mark.slice(0, 4)) || !"WAVE".startsWith(mark.slice(8))) return undefined;
  let format = bytes.subarray(0, 0);
  for (let at = 12; at + 8 <= bytes.length;) {
    const [id, size] = [bytes.toString("latin1", at, at + 4), bytes.readUInt32LE(at + 4)];
    at += 8;
    if (id === "data")
      return format.length < 16 ? undefined : { bytes: bytes.subarray(0, at), format };
    if (id === "fmt ") format = bytes.subarray(at, at + size);
    at += size;
    // Some writers leave out the byte after an odd chunk: then the next chunk's name is there.
    if (size % 2 === 1 && !/^[ -~]{4}$/.test(bytes.toString("latin1", at, at + 4))) at++;
  }
  return bytes.length < LONGEST ? "incomplete" : undefined;
}

/** Writes audio to a file, which is replaced only when all of it is there, and keeps its mode. */
export async function saveAudio(path: string, audio: Pieces): Promise<SavedAudio> {
  check({ path }, ["path"]);
  const temporary = `${path}.${randomUUID()}.tmp`;
  const present = await lstat(path).catch(() => undefined);
  if (present?.isFile() === false)
    throw new VoiceError("input", `${path} is not an ordinary file. Give another path.`);
  try {
    await using file = await open(temporary, "wx");
    const { bytes, ...facts } = await readAudio(audio, (part) => file.writeFile(part));
    if (facts.sound !== undefined) await file.write(facts.sound.bytes, { position: 0 });
    if (present !== undefined) await file.chmod(present.mode & 0o777);
    await rename(temporary, path);
    return { path, bytes, durationSeconds: facts.durationSeconds };
  } finally {
    await rm(temporary, { force: true });
  }
}
