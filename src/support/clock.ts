import { setTimeout as sleep } from "node:timers/promises";

/** What waits, and how long it waits; a test has a clock of its own. */
export interface Clock {
  /** Milliseconds, as of Date.now. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};
