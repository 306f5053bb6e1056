import { open, readFile, rm } from "node:fs/promises";

import { MigrationError } from "../errors.js";

/**
 * Keeps a second process from going on with the same journal: both would sign the same steps.
 * @returns what gives the lock back
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return async () => await rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw new MigrationError(
          `${path} cannot be written: ${(error as Error).message}. Name another file with --output.`,
          { cause: error },
        );
      }
    }
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    if (owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new MigrationError(
        `Another migration to the same file is running (process ${owner}). Wait for it, or name another file with --output.`,
      );
    }
    // Its process died without giving it back.
    await rm(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
