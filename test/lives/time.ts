import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/** When every life begins: 2026-01-01, in milliseconds. */
export const START = Date.UTC(2026, 0, 1);

/** A process of a life. What a dead one waits for never comes. */
export interface Process {
  readonly life: {
    readonly time: Time;
    /** Performs an operation that leaves the process, or never returns. */
    operate<Result>(
      process: Process,
      name: string,
      act: () => Result | Promise<Result>,
    ): Promise<Result>;
  };
  readonly id: number;
  isDead: boolean;
}

export const running = new AsyncLocalStorage<Process>();

interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** A clock that jumps to the next event once nothing else can happen, so that a life of hours takes milliseconds. */
export class Time {
  now = START;
  /** Milliseconds by which somebody set back the clock that processes read. */
  back = 0;
  readonly #events: Event[] = [];
  #order = 0;
  #busy = 0;
  #onRest = (): void => {};

  after(milliseconds: number, act: () => void): void {
    const event = { at: this.now + milliseconds, order: this.#order++, act };
    let index = this.#events.length;
    while (index > 0 && this.#events[index - 1]!.at > event.at) index--;
    this.#events.splice(index, 0, event);
  }

  /** Lets no time pass until real work is done. */
  async hold<Result>(work: Promise<Result>): Promise<Result> {
    this.#busy++;
    try {
      return await work;
    } finally {
      if (--this.#busy === 0) this.#onRest();
    }
  }

  /** Waits until nothing can happen before the next event. Real work is in other threads, so it does not ask for its end. */
  async #rest(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#busy === 0) return;
      await new Promise<void>((resolve) => (this.#onRest = resolve));
    }
  }

  /** @returns false if it took more events than any life should */
  async runUntil(isDone: () => boolean, most: number): Promise<boolean> {
    for (let count = 0; count < most; count++) {
      await this.#rest();
      if (isDone()) return true;
      const next = this.#events.shift();
      if (next === undefined) return false;
      this.now = next.at;
      next.act();
    }
    return false;
  }
}

const real = {
  sleep: timers.setTimeout,
  now: Date.now,
  kill: process.kill.bind(process),
  pid: process.pid,
};

/** Process IDs of lives begin here, above those of Linux. */
const PIDS = 10_000_000;
const alive = new Set<number>();

export function born(process: Process): void {
  alive.add(PIDS + process.id);
}

export function died(process: Process): void {
  process.isDead = true;
  alive.delete(PIDS + process.id);
}

/** Gives the processes of lives their own clock and their own process IDs. */
export function fakeTime(): () => void {
  timers.setTimeout = async (milliseconds, value, options) => {
    const own = running.getStore();
    if (own === undefined) return await real.sleep(milliseconds, value, options);
    return await new Promise((resolve) => {
      own.life.time.after(milliseconds ?? 0, () => {
        if (!own.isDead) resolve(value as never);
      });
    });
  };
  Date.now = () => {
    const time = running.getStore()?.life.time;
    return time === undefined ? real.now() : time.now - time.back;
  };
  process.kill = (pid, signal) => {
    if (pid < PIDS) return real.kill(pid, signal);
    if (alive.has(pid)) return true;
    throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
  };
  Object.defineProperty(process, "pid", {
    configurable: true,
    get: () => {
      const own = running.getStore();
      return own === undefined ? real.pid : PIDS + own.id;
    },
  });
  syncBuiltinESMExports();
  return () => {
    timers.setTimeout = real.sleep;
    Date.now = real.now;
    process.kill = real.kill;
    Object.defineProperty(process, "pid", { configurable: true, value: real.pid });
    syncBuiltinESMExports();
  };
}
