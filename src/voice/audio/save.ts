import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../causes.js";
import { VoiceError, VoiceFileError, VoiceResponseError } from "../errors.js";
import { WavAssembler, type WavEnding } from "./wav.js";

/** A saved .wav file. */
export interface SavedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly durationSeconds: number;
}

export interface SaveOptions {
  /** The most that is written, in bytes: a stream may never end. Default: 4 GiB, all that a WAV header can tell. */
  readonly maxBytes?: number | undefined;
}

const MOST_BYTES = 2 ** 32;

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: "The folder does not exist: create it first.",
  ENOTDIR: "A part of its path is a file, not a folder.",
  EACCES: "You have no permission to write there.",
  EPERM: "You have no permission to write there.",
  EROFS: "The device is read-only.",
  ENOSPC: "The device is full: free some space.",
  EDQUOT: "Your disk quota is used up.",
  EFBIG: "The file would be larger than the file system allows.",
};

/**
 * Writes audio as a .wav file with correct sizes in its header. An existing file is replaced only
 * when the new one is complete; a failure leaves nothing behind.
 * @throws VoiceFileError, VoiceResponseError if it is not WAV audio or longer than allowed, and what the
 * source throws
 */
export async function saveWav(
  path: string,
  audio: Pieces,
  options: SaveOptions = {},
): Promise<SavedAudio> {
  const { bytes, durationSeconds } = await replaceFile(path, (file) =>
    writeWav(file, audio, options),
  );
  return { path, bytes, durationSeconds };
}

/** Writes the repaired WAV to an open, empty file. */
export async function writeWav(
  file: FileHandle,
  audio: Pieces,
  { maxBytes = MOST_BYTES }: SaveOptions = {},
): Promise<WavEnding & { readonly bytes: number }> {
  const assembler = new WavAssembler();
  let bytes = 0;
  const append = async (parts: readonly Uint8Array[]): Promise<void> => {
    for (const part of parts) {
      if (bytes + part.length > maxBytes) {
        throw new VoiceResponseError(
          `The audio is longer than ${maxBytes} bytes, so it is not saved. Speak less at a time, or raise maxBytes.`,
        );
      }
      await writeAll(file, part, bytes);
      bytes += part.length;
    }
  };
  for await (const piece of audio) await append(assembler.push(piece));
  const ending = assembler.finish();
  await append(ending.tail);
  for (const patch of ending.patches) await writeAll(file, patch.bytes, patch.offset);
  return { ...ending, bytes };
}

/** Fills a temporary file next to the target, then renames it to the target. */
export async function replaceFile<T>(
  path: string,
  fill: (file: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    const target = await targetOf(path);
    const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
    const file = await open(temporary, "wx");
    try {
      let result: T;
      try {
        result = await fill(file);
        // Not `file.sync()`: the handles of Yarn's Plug'n'Play do not implement it.
        await promisify(fsync)(file.fd);
      } finally {
        await file.close();
      }
      await rename(temporary, target);
      return result;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw asFileError(path, error);
  }
}

/** Follows a link, so that the link stays; refuses to replace a device or folder by a file. */
async function targetOf(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return path;
  if (found.isFile()) return realpath(path);
  const kind = found.isDirectory() ? "a folder" : "not an ordinary file";
  throw new VoiceFileError(`${path} is ${kind}. Give the path of a file to write.`, path);
}

/** One write may take only part of the data, for example shortly before a device is full. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A system error as a VoiceFileError with advice; any other error as it is. */
export function asFileError(path: string, error: unknown): unknown {
  if (error instanceof VoiceError || !(error instanceof Error && "syscall" in error)) return error;
  const advice = ADVICE[errorCode(error) ?? ""] ?? `The system says ${errorCode(error)}.`;
  return new VoiceFileError(`${path} could not be written. ${advice}`, path, error);
}
