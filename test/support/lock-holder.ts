import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";

import { lock } from "../../src/support/file-lock.js";
import { GUARDED } from "./guarded.js";

/**
 * A process that takes a lock, for tests: `lock-holder.ts <path> <what>`. It prints a line for each
 * thing that happens and waits for a line before the next one.
 * - `hold`: takes the lock, prints `locked` or why not, and gives it back
 * - `count <file> <times>`: takes the lock so many times and adds one to the number in the file
 * - `nobody`: as `hold`, without the rights of root
 */
const [path = "", what = "", file = "", times = "0"] = process.argv.slice(2);

async function next(): Promise<void> {
  await once(process.stdin, "data");
}

async function hold(): Promise<void> {
  const start = performance.now();
  try {
    const unlock = await lock(path, GUARDED);
    console.log("locked");
    await next();
    await unlock();
    console.log("released");
  } catch (error) {
    const milliseconds = Math.round(performance.now() - start);
    console.log(JSON.stringify({ message: (error as Error).message, milliseconds }));
  }
}

/** Slow enough that two that have the lock at once lose a count. */
async function count(): Promise<void> {
  for (let left = Number(times); left > 0;) {
    const unlock = await lock(path, GUARDED).catch(() => undefined);
    if (unlock === undefined) continue;
    const number = Number(readFileSync(file, "utf8"));
    if (left % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    writeFileSync(file, String(number + 1));
    await unlock();
    left--;
  }
  console.log("counted");
}

if (what === "nobody" && process.getuid?.() === 0) process.setuid?.(65_534);
console.log("ready");
await next();
await (what === "count" ? count() : hold());
process.exit();
