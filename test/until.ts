import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds; fails after 100 seconds, as other processes may be at work. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 100_000; !(await holds()); await sleep(5)) {
    if (performance.now() > end) throw new Error(`not within 100 s: ${what}`);
  }
}
