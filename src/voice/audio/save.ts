import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { chmod, open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { format, parse } from "node:path";
import { getSystemErrorMessage, promisify } from "node:util";
import { check } from "../options.js";
import { errorCode, VoiceFileError, VoiceResponseError } from "../errors.js";
import { HEADER_BYTES, readWav, type Pieces, type WavEnding } from "./wav.js";

/** A saved .wav file. */
export interface SavedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly durationSeconds: number;
}

export interface SaveOptions {
  /** How many bytes to write at most: a stream may never end. Default: 4 GiB, the limit of WAV. */
  readonly maxBytes?: number;
}

/**
 * Writes audio as a .wav file with correct sizes in its header. An existing file is replaced only
 * when the new one is complete, and keeps its mode. If audio is shorter than its header says,
 * what arrived goes to `<name>.partial.wav`; any other failure leaves nothing behind.
 * @throws VoiceFileError, VoiceResponseError if it is not WAV audio, cut short or longer than
 * allowed, VoiceInputError, and what the source throws
 */
export async function saveWav(
  path: string,
  audio: Pieces,
  options: SaveOptions = {},
): Promise<SavedAudio> {
  check("What save gets", { ...options, path }, ["path"], ["maxBytes"]);
  const write = (file: FileHandle) => writeWav(file, audio, options);
  const { result, name } = await replaceFile(path, write, ({ missingBytes }, target) => {
    const { dir, name, ext } = parse(target);
    return missingBytes > 0 ? format({ dir, name: `${name}.partial`, ext }) : target;
  });
  const { bytes, durationSeconds, missingBytes } = result;
  if (missingBytes === 0) return { path, bytes, durationSeconds };
  throw new VoiceResponseError(
    `The audio is cut short: ${missingBytes} bytes are missing. The ${durationSeconds} s that came are in ${name}. Convert the text again.`,
  );
}

/** Writes audio to an open, empty file, as WAV with correct sizes. */
export async function writeWav(
  file: FileHandle,
  audio: Pieces,
  { maxBytes = 2 ** 32 }: SaveOptions = {},
): Promise<WavEnding & { readonly bytes: number }> {
  let bytes = HEADER_BYTES;
  // A placeholder for the header, whose sizes are known at the end.
  await file.writeFile(Buffer.alloc(bytes));
  const ending = await readWav(audio, async (part) => {
    bytes += part.length;
    if (bytes <= maxBytes) return await file.writeFile(part);
    throw new VoiceResponseError(
      `The audio is longer than ${maxBytes} bytes, so it is not saved. Speak less at a time, or raise maxBytes.`,
    );
  });
  await file.write(ending.header, 0, HEADER_BYTES, 0);
  return { ...ending, bytes };
}

/** Fills a temporary file next to the target, then renames it to the target, or to the name chosen. */
export async function replaceFile<T>(
  path: string,
  fill: (file: FileHandle) => Promise<T>,
  nameOf: (result: T, target: string) => string = (_result, target) => target,
): Promise<{ readonly result: T; readonly name: string }> {
  let temporary: string | undefined;
  try {
    const { target, mode } = await targetOf(path);
    const { dir, base } = parse(target);
    temporary = format({ dir, base: `.${base}.${randomUUID()}.tmp` });
    const file = await open(temporary, "wx");
    let result: T;
    try {
      result = await fill(file);
      // Not `file.sync()`: the handles of Yarn's Plug'n'Play do not implement it.
      await promisify(fsync)(file.fd);
    } finally {
      await file.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    const name = nameOf(result, target);
    await rename(temporary, name);
    return { result, name };
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw asFileError(path, error);
  }
}

/** Follows a link, so that the link stays; refuses to replace a device or folder. */
async function targetOf(path: string): Promise<{ target: string; mode?: number }> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
  });
  if (found === undefined) return { target: path };
  if (found.isFile()) return { target: await realpath(path), mode: found.mode & 0o777 };
  const kind = found.isDirectory() ? "a folder" : "not an ordinary file";
  throw new VoiceFileError(`${path} is ${kind}. Give the path of a file to write.`, { path });
}

/** A system's error as a VoiceFileError that says why; any other error as it is. */
export function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "errno" in error)) return error;
  const code = errorCode(error);
  const why =
    code === "ENOENT"
      ? "its folder does not exist, create it first"
      : getSystemErrorMessage(Number(error.errno));
  const message = `${path} could not be written: ${why} (${code}).`;
  return new VoiceFileError(message, { path, code, cause: error });
}
