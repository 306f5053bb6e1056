import { setTimeout as sleep } from "node:timers/promises";

/** Time for code that waits. Tests use a clock of their own. */
export interface Clock {
  /** Milliseconds, like Date.now. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};
