import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArcError } from "../arc-error.js";

const PREFIX = "fetch-";
const TEMPORARY_PREFIX = "dao-migration-fetch-";
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/**
 * Runs `work` in an empty folder of its own, which nobody else may enter, and removes it: in the cache
 * folder, or in the temporary one where that cannot be written. What a killed process has left in
 * either is removed after an hour, by the next one.
 * @throws ArcError where neither can be written
 */
export async function inWorkFolder<T>(
  cacheDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeFolder(cacheDir);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeFolder(cacheDir: string): Promise<string> {
  const reasons: string[] = [];
  for (const [parent, prefix] of [
    [cacheDir, PREFIX],
    [tmpdir(), TEMPORARY_PREFIX],
  ] as const) {
    try {
      await mkdir(parent, { recursive: true });
      await removeForgotten(parent, prefix);
      return await mkdtemp(join(parent, prefix));
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new ArcError(
    `There is no folder to fetch into: ${reasons.join("; ")}. ` +
      "Set DAO_MIGRATION_CACHE to a folder that can be written.",
  );
}

async function removeForgotten(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    const state = await stat(folder).catch(() => undefined);
    if (state === undefined || Date.now() - state.mtimeMs < FORGOTTEN_AFTER_MS) continue;
    // In a shared temporary folder, another user's cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
