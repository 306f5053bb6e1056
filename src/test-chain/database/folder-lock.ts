import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { MigrationError } from "../../support/errors.js";

/** How often the owner shows that it lives, in milliseconds. */
const HEARTBEAT = 1_000;
/** How long another waits for a sign of life, in milliseconds. */
const PATIENCE = 3_500;

/** Locks that this process has. */
const held = new Set<string>();

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Keeps a folder to one process. The file's time is a heartbeat: two containers that share a folder
 * both have the process number 1, so a number alone says nothing.
 * @returns what gives the lock back
 * @throws MigrationError where another process has it
 */
export async function lockFolder(path: string): Promise<() => Promise<void>> {
  const own: Owner = { pid: process.pid, host: hostname() };
  while (!(await take(path, own))) {
    const owner = await ownerOf(path);
    if (owner !== undefined && !isGone(owner, own, path) && (await beats(path))) {
      throw new MigrationError(
        `Another test chain uses the database folder (process ${owner.pid} on ${owner.host}; its lock is ${path}). ` +
          "Stop that one, or name another folder with --db.",
      );
    }
    // Its process died without giving it back.
    await rm(path, { force: true });
  }
  held.add(path);
  const heart = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, HEARTBEAT);
  heart.unref();
  return async () => {
    clearInterval(heart);
    held.delete(path);
    await rm(path, { force: true });
  };
}

async function take(path: string, owner: Owner): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(owner), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Owner;
  } catch {
    // Given back meanwhile, or half written; the heartbeat decides.
    return (await modified(path)) === undefined
      ? undefined
      : { pid: 0, host: "an unknown machine" };
  }
}

/** True where the owner ran on this machine and does not any more. */
function isGone(owner: Owner, own: Owner, path: string): boolean {
  if (owner.host !== own.host || owner.pid === 0) return false;
  if (owner.pid === own.pid) return !held.has(path);
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

async function beats(path: string): Promise<boolean> {
  const before = await modified(path);
  await sleep(PATIENCE);
  const after = await modified(path);
  return after !== undefined && after !== before;
}

async function modified(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
