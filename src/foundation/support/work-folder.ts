import { rmSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defaultCacheDir } from "./user-folders.js";
import { MigrationError } from "./errors.js";
import { isRunning } from "./is-running.js";
import { makeFolder } from "./make-folder.js";
import { onStop } from "./stop-signals.js";
import { reasonOf } from "./system-error.js";

const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;
/** A folder in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Bytes that must be free there. Docker gives a container 64 MiB, which others may need. */
const ENOUGH_MEMORY = 256 * 2 ** 20;

/**
 * Runs `work` in a new, empty folder, and removes the folder afterwards; see {@link makeWorkFolder}.
 * @throws MigrationError if no folder can be created
 */
export async function inWorkFolder<T>(
  purpose: string,
  work: (folder: string) => Promise<T>,
  cacheDir?: string,
): Promise<T> {
  const folder = await makeWorkFolder(purpose, cacheDir);
  try {
    return await work(folder);
  } finally {
    await removeWorkFolder(folder);
  }
}

/**
 * Creates an empty folder that nobody else may enter: in the cache folder, or in the temporary folder if the cache is
 * not writable. It also removes folders that killed processes left in either, once they are an hour old.
 * @param purpose one word, for its name
 * @throws MigrationError if neither is writable
 */
export async function makeWorkFolder(
  purpose: string,
  cacheDir: string = defaultCacheDir(),
): Promise<string> {
  const reasons: string[] = [];
  for (const [parent, prefix] of [
    [cacheDir, `${purpose}-`],
    [tmpdir(), `dao-migration-${purpose}-`],
  ] as const) {
    try {
      // The temporary folder belongs to the system, so it is not created.
      if (parent === cacheDir) makeFolder(parent);
      return await makeIn(parent, prefix);
    } catch (error) {
      reasons.push(`${parent}: ${reasonOf(error)}`);
    }
  }
  throw new MigrationError(
    `There is no usable work folder (${reasons.join("; ")}). ` +
      "Set DAO_MIGRATION_CACHE to a writable folder.",
  );
}

/**
 * The same for many small files that are not read again: in memory if the system has such a folder with enough space.
 * Creating and removing a thousand files on a disk takes longer than the work on them.
 * @param memory the folder in memory
 * @throws MigrationError if no folder can be created
 */
export async function makeFastFolder(purpose: string, memory = IN_MEMORY): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memory);
    if (bavail * bsize >= ENOUGH_MEMORY) return await makeIn(memory, `dao-migration-${purpose}-`);
  } catch {
    // Other systems have none, and a container may forbid it.
  }
  return await makeWorkFolder(purpose);
}

async function makeIn(parent: string, prefix: string): Promise<string> {
  await removeForgotten(parent, prefix);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  if (inUse.size === 0) listen("on");
  inUse.add(folder);
  return folder;
}

export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  if (inUse.delete(folder) && inUse.size === 0) listen("off");
}

/** The folders of this process, which are removed if it ends early. */
const inUse = new Set<string>();

function listen(method: "on" | "off"): void {
  process[method]("exit", removeAll);
  onStop(method, endBy);
}

function removeAll(): void {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true });
}

/** Ends the process as the signal would without us, unless somebody else decides that. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  listen("off");
  process.kill(process.pid, signal);
}

/** A process in another container may look dead, so its folder must be old, too. */
async function removeForgotten(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isInUse(name.slice(prefix.length))) continue;
    const folder = join(parent, name);
    const state = await stat(folder).catch(() => undefined);
    if (state === undefined || Date.now() - state.mtimeMs < FORGOTTEN_AFTER_MS) continue;
    // In a shared temporary folder, another user's folder cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether the process that created a folder is running. */
function isInUse(rest: string): boolean {
  const pid = /^(\d+)-/.exec(rest)?.[1];
  return pid !== undefined && isRunning(Number(pid));
}
