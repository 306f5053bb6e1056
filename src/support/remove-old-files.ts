import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** What a cache folder may hold. */
export interface KeptLimits {
  /** All files together. */
  readonly bytes: number;
  /** Since a file was last used, milliseconds. */
  readonly age: number;
}

/** What a cache itself names so; whatever else is there is not its own. */
const KEPT = /^[0-9a-f]{40}\.bin$/;

/**
 * Removes files of a cache that nobody has used for long, and of the rest those that were used last the
 * longest ago, until all fit. A file that is gone, or cannot be removed, is left alone: other processes
 * use the folder, too.
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
