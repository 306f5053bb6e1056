import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The limits of a cache folder. */
export interface KeptLimits {
  /** Total size of all files. */
  readonly bytes: number;
  /** Milliseconds since a file was last used. */
  readonly age: number;
}

/** Names that a cache gives its own files. It ignores any other file. */
const KEPT = /^[0-9a-f]{40}\.bin$/;

/**
 * Removes files of a cache that were not used for a long time, then the least recently used ones, until the rest fits.
 * Ignores files that are gone or cannot be removed, because other processes use the folder, too.
 */
export async function removeOldFiles(folder: string, limits: KeptLimits): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => KEPT.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() === true ? [{ path, size: found.size, used: found.mtimeMs }] : [];
    }),
  );
  const newestFirst = files.flat().sort((one, other) => other.used - one.used);
  let bytes = 0;
  for (const { path, size, used } of newestFirst) {
    bytes += size;
    if (bytes <= limits.bytes && Date.now() - used <= limits.age) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}
