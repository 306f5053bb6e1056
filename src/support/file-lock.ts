import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, open, readFile, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { MigrationError } from "./errors.js";

/** A lock without an owner is being written, or its process died just then: looks, milliseconds apart. */
const LOOKS = 10;
const BETWEEN_LOOKS = 50;

/** Locks of this process: after a crash, another process may have the number of the one that died. */
const held = new Set<string>();

/**
 * Keeps a second process from going on with the same journal: both would sign the same steps.
 * @returns what gives the lock back
 * @throws MigrationError where another migration holds it, or its file cannot be written
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = resolve(file);
  for (;;) {
    if (await take(path)) {
      held.add(path);
      return async () => {
        held.delete(path);
        await rm(path, { force: true });
      };
    }
    const owner = await ownerOf(path);
    if (owner === undefined) continue;
    if (isAlive(owner, path)) {
      throw new MigrationError(
        `Another migration to the same file is running (process ${owner}). Wait for it, or name another file with ` +
          `--output. If that process is another program, remove ${path}.`,
      );
    }
    await discard(path, owner);
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new MigrationError(
      `${path} cannot be written: ${(error as Error).message}. Name another file with --output.`,
      { cause: error },
    );
  }
}

/** What a lock holds, or undefined where there is none any more. */
async function ownerOf(path: string): Promise<string | undefined> {
  for (let look = 1; ; look++) {
    const owner = await contentOf(path);
    if (owner !== "" || look === LOOKS) return owner;
    await sleep(BETWEEN_LOOKS);
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(owner: string, path: string): boolean {
  const pid = Number(owner);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes the lock of a process that died; two that do so at once must not remove each other's. */
async function discard(path: string, owner: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await contentOf(aside)) !== owner) {
    await copyFile(aside, path, constants.COPYFILE_EXCL).catch(() => {});
  }
  await rm(aside, { force: true });
}
