import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { makeOutputFolder, writeWhole } from "./write-file.js";

/**
 * Reads a file of a cache.
 * @param largest bytes
 * @returns undefined if it is missing, too large, cannot be read, or is no regular file: anybody who can write to the
 *   folder could put a pipe or a device there, which would block forever
 */
export async function readCached(path: string, largest: number): Promise<Buffer | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || !file.isFile() || file.size > largest) return undefined;
  return await readFile(path).catch(() => undefined);
}

/**
 * Writes a file of a cache, and its folder. Safe if this process or another one is interrupted: the last one to finish
 * wins.
 * @throws MigrationError if it cannot be written
 */
export async function writeCached(path: string, content: Uint8Array): Promise<void> {
  await makeOutputFolder(dirname(path), "");
  await writeWhole(path, content, { advice: "" });
}
