import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { chmod, open, realpath, rename, rm, stat } from "node:fs/promises";
import { format, parse } from "node:path";
import { getSystemErrorMessage, promisify } from "node:util";
import { type Pieces, readAudio } from "./audio.js";
import { VoiceError } from "./errors.js";
import { check } from "./checked-options.js";

export interface SavedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  /** How long it plays, if it is WAV. */
  readonly durationSeconds?: number;
}

/**
 * Writes audio to a file, which is replaced only when all of it is there, and keeps its mode. A failure leaves
 * nothing behind.
 * @param mostBytes a stream may never end; the default is the limit of WAV
 */
export async function saveAudio(
  path: string,
  audio: Pieces,
  mostBytes = 2 ** 32,
): Promise<SavedAudio> {
  check({ path }, ["path"]);
  // A link stays; what it refers to is replaced.
  const target = await realpath(path).catch(() => path);
  const { dir, base } = parse(target);
  const temporary = format({ dir, base: `.${base}.${randomUUID()}.tmp` });
  const present = await stat(target).catch(() => undefined);
  if (present?.isFile() === false) {
    throw new VoiceError("file", `${path} is not an ordinary file. Give another path.`);
  }
  try {
    const { bytes, durationSeconds } = await write(temporary, audio, mostBytes);
    if (present !== undefined) await chmod(temporary, present.mode & 0o777);
    await rename(temporary, target);
    return { path, bytes, durationSeconds };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw fileError(path, error);
  }
}

async function write(path: string, audio: Pieces, mostBytes: number) {
  const file = await open(path, "wx");
  try {
    let left = mostBytes;
    const facts = await readAudio(audio, async (part) => {
      left -= part.length;
      if (left < 0) throw new VoiceError("response", `The audio has more than ${mostBytes} bytes.`);
      await file.writeFile(part);
    });
    if (facts.sound !== undefined) await file.write(facts.sound.bytes, { position: 0 });
    // Not `file.sync()`: the handles of Yarn's Plug'n'Play do not implement it.
    await promisify(fsync)(file.fd);
    return facts;
  } finally {
    await file.close();
  }
}

/** A system's error as a VoiceError; any other error as it is. */
export function fileError(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error && "errno" in cause)) return cause;
  const { code, errno = 0 } = cause as NodeJS.ErrnoException;
  const found = `${path} cannot be read or written: ${getSystemErrorMessage(errno)}`;
  return new VoiceError("file", `${found}. Check that its folder exists.`, { code, cause });
}
