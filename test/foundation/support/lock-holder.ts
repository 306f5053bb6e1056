import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";

import { lock, LockHeldError } from "../../../src/foundation/support/file-lock.js";
import { GUARDED } from "./guarded.js";

/**
 * A process that takes a lock, for tests: `lock-holder.ts <path> <mode>`. It prints a line after each step, and
 * waits for a line of input before the next.
 * - `hold`: takes the lock, prints `locked` or the error, and releases the lock
 * - `count <file> <times>`: takes the lock this many times, and increments the number in the file each time
 * - `nobody`: like `hold`, but as an unprivileged user
 */
const [path = "", mode = "", file = "", times = "0"] = process.argv.slice(2);

async function next(): Promise<void> {
  await once(process.stdin, "data");
}

async function hold(): Promise<void> {
  try {
    const unlock = await lock(path, GUARDED);
    console.log("locked");
    await next();
    await unlock();
    console.log("released");
  } catch (error) {
    console.log(
      JSON.stringify({ message: (error as Error).message, milliseconds: await quickest() }),
    );
  }
}

/** The least time that a refusal takes, in ms: other processes may be at work during some. */
async function quickest(): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 5; count++) {
    const start = performance.now();
    await lock(path, GUARDED).catch(() => {});
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** Counts slowly enough that two concurrent holders would lose a count. */
async function count(): Promise<void> {
  for (let left = Number(times); left > 0;) {
    const unlock = await lock(path, GUARDED).catch((error: unknown) => {
      if (!(error instanceof LockHeldError)) throw error;
    });
    if (unlock === undefined) continue;
    const number = Number(readFileSync(file, "utf8"));
    if (left % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    writeFileSync(file, String(number + 1));
    await unlock();
    left--;
  }
  console.log("counted");
}

// The tests were stopped.
process.stdin.once("end", () => process.exit(1));
if (mode === "nobody" && process.getuid?.() === 0) process.setuid?.(65_534);
// Without this, one that never gets the lock would outlive the tests.
process.stdin.once("end", () => process.exit());
console.log("ready");
await next();
await (mode === "count" ? count() : hold());
process.exit();
