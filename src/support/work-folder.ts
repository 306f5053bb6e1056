import { mkdir, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defaultCacheDir } from "./cache-folder.js";
import { MigrationError } from "./errors.js";
import { isRunning } from "./is-running.js";
import { reasonOf } from "./system-error.js";

const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;
/** A folder that is in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Bytes that have to be free there. Docker gives a container 64 MiB, which others may need. */
const ENOUGH_MEMORY = 256 * 2 ** 20;

/**
 * Runs `work` in an empty folder of its own, and removes it; see {@link makeWorkFolder}.
 * @throws MigrationError if there is no folder to make it in
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
 * Makes an empty folder of its own, which nobody else may enter: in the cache folder, or in the
 * temporary one where that cannot be written. What a killed process has left in either is removed by
 * the next one, when it is an hour old.
 * @param purpose one word, for its name
 * @throws MigrationError if neither can be written
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
      // The system's own folder is not ours to make.
      if (parent === cacheDir) await mkdir(parent, { recursive: true });
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
 * The same for many small files that nobody reads again: in memory where the system has a folder there with
 * much room, as a disk takes longer to make and remove a thousand files than the work on them takes.
 * @param memory that folder
 * @throws MigrationError if there is no folder to make it in
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
  return await mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A process in another container may look dead, so its folder has to be old, too. */
async function removeForgotten(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isInUse(name.slice(prefix.length))) continue;
    const folder = join(parent, name);
    const state = await stat(folder).catch(() => undefined);
    if (state === undefined || Date.now() - state.mtimeMs < FORGOTTEN_AFTER_MS) continue;
    // In a shared temporary folder, another user's cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether a folder's process runs. */
function isInUse(rest: string): boolean {
  const pid = /^(\d+)-/.exec(rest)?.[1];
  return pid !== undefined && isRunning(Number(pid));
}
