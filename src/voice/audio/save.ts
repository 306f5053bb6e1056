import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../causes.js";
import { VoiceError, VoiceFileError } from "../errors.js";
import { WavAssembler, type WavEnding } from "./wav.js";

/** A .wav file that was written. */
export interface SavedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly durationSeconds: number;
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: "The folder does not exist: create it first.",
  ENOTDIR: "A part of its path is a file, not a folder.",
  EACCES: "This account may not write there.",
  EPERM: "This account may not write there.",
  EROFS: "The device is read-only.",
  ENOSPC: "The device is full: make room.",
  EDQUOT: "The account's share of the device is used up.",
  EFBIG: "The file would be larger than the system allows.",
};

/**
 * Writes audio as a .wav file with right sizes in its header. A file of that name is replaced only
 * once the new one is whole; on a failure nothing is left behind.
 * @throws VoiceFileError, VoiceResponseError where it is not WAV audio, and what the source throws
 */
export async function saveWav(path: string, audio: Pieces): Promise<SavedAudio> {
  const { bytes, durationSeconds } = await replaceFile(path, (file) => writeWav(file, audio));
  return { path, bytes, durationSeconds };
}

/** Writes the repaired WAV to an open, empty file. */
export async function writeWav(
  file: FileHandle,
  audio: Pieces,
): Promise<WavEnding & { readonly bytes: number }> {
  const assembler = new WavAssembler();
  let bytes = 0;
  const append = async (parts: readonly Uint8Array[]): Promise<void> => {
    for (const part of parts) {
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

/** Fills a temporary file beside the target, then puts it in the target's place. */
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

/** A link is followed, so that it stays; a device or folder is not to be replaced by a file. */
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

/** One write may take only a part of what it is given, before a device is full, say. */
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
