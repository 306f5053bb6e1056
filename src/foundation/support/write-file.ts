import { randomBytes } from "node:crypto";
import {
  type FileHandle,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fdatasync } from "node:fs";
import { promisify } from "node:util";

import { MigrationError } from "./errors.js";
import { isRunning } from "./is-running.js";
import { makeFolder } from "./make-folder.js";
import { reasonOf } from "./system-error.js";

export interface WriteOptions {
  /** Runs when the content is on disk and the file is not yet replaced. */
  readonly beforeReplacing?: () => Promise<void>;
  /** Mode of a new file. Default: 0o666, minus the process's umask. */
  readonly mode?: number;
  /** What to do if the file cannot be written. Default: pass another file with --output. */
  readonly advice?: string;
}

const ADVICE = "Pass another file with --output.";

/**
 * Writes a file completely or not at all: writes a temporary file beside it and renames that. An existing file keeps
 * its mode and, if permitted, its owner. If the path is a symbolic link, writes its target.
 * @throws MigrationError if it cannot be written; in that case, the file is unchanged
 * @example
 * await writeWhole("migration.json", "{}\n");
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  { beforeReplacing = async () => {}, advice = ADVICE, mode = 0o666 }: WriteOptions = {},
): Promise<void> {
  await reporting(path, advice, async () => {
    const target = await targetOf(path);
    await removeLeftovers(target);
    await replace(target, content, mode, beforeReplacing);
  });
}

/**
 * Checks that `writeWhole` can write a file, without changing it.
 * @throws MigrationError if it cannot
 */
export async function requireWritable(path: string, advice = ADVICE): Promise<void> {
  await reporting(path, advice, async () => {
    const target = await targetOf(path);
    await presentFile(target);
    const { file, remove } = await createTemporary(target, 0o600);
    await file.close();
    await remove();
  });
}

/**
 * Makes a folder for files that somebody asked for, and those above it.
 * @throws MigrationError if it cannot
 */
export async function makeOutputFolder(folder: string, advice: string): Promise<void> {
  await reporting(folder, advice, () => makeFolder(folder));
}

/** The file that a path refers to after all symbolic links; it does not have to exist. */
export async function targetOf(path: string): Promise<string> {
  let target = resolve(path);
  // As many as Linux follows.
  for (let links = 0; links < 40; links++) {
    const link = await readlink(target).catch(() => undefined);
    if (link === undefined) return target;
    target = resolve(await realpath(dirname(target)), link);
  }
  throw new MigrationError(`${path} cannot be written: its symbolic links form a loop. ${ADVICE}`);
}

/**
 * Runs what writes a file or folder.
 * @throws MigrationError with the reason and the advice if the system refuses
 */
export async function reporting(path: string, advice: string, write: () => unknown): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const message = `${path} cannot be written: ${reasonOf(error)}. ${advice}`.trim();
    throw new MigrationError(message, { cause: error });
  }
}

/** How often to retry if another process took the temporary file for a leftover. */
const ATTEMPTS = 5;

async function replace(
  target: string,
  content: string | Uint8Array,
  mode: number,
  beforeReplacing: () => Promise<void>,
): Promise<void> {
  const present = await presentFile(target);
  for (let attempt = 1; ; attempt++) {
    const { temporary, file, remove } = await createTemporary(target, present?.mode ?? mode);
    try {
      try {
        if (present !== undefined) await keepOwnerAndMode(file, present);
        await file.writeFile(content);
        await syncFile(file);
      } finally {
        await file.close();
      }
      await beforeReplacing();
      await rename(temporary, target);
      await syncFolder(dirname(target));
      return;
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isGone || attempt === ATTEMPTS) throw error;
    } finally {
      await remove();
    }
  }
}

interface PresentFile {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** The file to replace; a device or a folder must not be replaced. */
async function presentFile(target: string): Promise<PresentFile | undefined> {
  const stats = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) throw new Error("it is a folder");
  if (!stats.isFile()) throw new Error("it is not a regular file");
  return { mode: stats.mode & 0o777, uid: stats.uid, gid: stats.gid };
}

async function keepOwnerAndMode(file: FileHandle, { mode, uid, gid }: PresentFile): Promise<void> {
  // Only root can change the owner.
  await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode);
}

/** Temporary files that this process is writing. */
const own = new Set<string>();

async function createTemporary(target: string, mode: number) {
  const random = randomBytes(6).toString("hex");
  const temporary = join(dirname(target), `${prefixOf(target)}${process.pid}.${random}.tmp`);
  const file = await open(temporary, "wx", mode);
  own.add(temporary);
  const remove = async (): Promise<void> => {
    await rm(temporary, { force: true });
    own.delete(temporary);
  };
  return { temporary, file, remove };
}

/** Prefix of a target's temporary files; a file name has at most 255 bytes. */
function prefixOf(target: string): string {
  return `.${basename(target).slice(0, 50)}.`;
}

/**
 * Removes temporary files of processes that were killed while they wrote the same file. A process in
 * another container may look dead. Its file is then removed too, and it retries.
 */
export async function removeLeftovers(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), prefixOf(target)];
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)\.[0-9a-f]{12}\.tmp$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || isWriting(Number(pid), join(folder, name))) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

function isWriting(pid: number, temporary: string): boolean {
  return pid === process.pid ? own.has(temporary) : isRunning(pid);
}

/** Resolves when the content of a file is on disk. */
export async function syncFile({ fd }: FileHandle): Promise<void> {
  // Yarn's Plug'n'Play does not implement `handle.sync()`.
  await promisify(fdatasync)(fd);
}

/** Resolves when all new, removed and replaced names in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, "r");
  } catch {
    // Windows cannot open folders, and does not need this.
    return;
  }
  try {
    await syncFile(folder);
  } finally {
    await folder.close();
  }
}
