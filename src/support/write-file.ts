import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { MigrationError } from "./errors.js";

/**
 * Writes a file whole or not at all: a temporary file beside it, synced, then renamed.
 * @param beforeReplacing runs when the text is on the disk and the file is still as it was
 * @throws MigrationError where it cannot be written
 */
export async function writeWhole(
  path: string,
  text: string,
  beforeReplacing: () => Promise<void> = async () => {},
): Promise<void> {
  await withTemporaryFile(path, async (temporary) => {
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await beforeReplacing();
    await rename(temporary, path);
  });
}

/** Runs `write` with a fresh file beside `path`, and leaves no trace of it. */
export async function withTemporaryFile(
  path: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await (await open(temporary, "wx")).close();
    await write(temporary);
  } catch (error) {
    throw new MigrationError(
      `${path} cannot be written: ${(error as Error).message}. Name another file with --output.`,
      { cause: error },
    );
  } finally {
    await rm(temporary, { force: true });
  }
}
