import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds; fails after 50 seconds, as other processes may be at work. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 50_000; !(await holds()); await sleep(5)) {
    if (performance.now() > end) throw new Error(`not within 50 s: ${what}`);
  }
}
