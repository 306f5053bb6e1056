/** Milliseconds between two blocks: fixed, or random between two bounds. */
export type Interval = number | readonly [number, number];

/** The parameter of evm_setIntervalMining; undefined if it is not valid. */
export function intervalOf(params: readonly unknown[]): Interval | undefined {
  const [value] = params;
  const isTime = (time: unknown): time is number => Number.isSafeInteger(time) && Number(time) >= 0;
  if (params.length !== 1) return undefined;
  if (isTime(value)) return value;
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [least, most] = value as unknown[];
  return isTime(least) && isTime(most) && least <= most ? [least, most] : undefined;
}

/** Mines at an interval. It starts a block only when the previous one is done. */
export class IntervalMiner {
  readonly #mine: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;

  constructor(mine: () => Promise<unknown>) {
    this.#mine = mine;
  }

  /** @param interval 0 to stop */
  set(interval: Interval): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (interval === 0) return;
    const next = (): void => {
      const timer = setTimeout(() => {
        void this.#mine()
          // The next request reports the error.
          .catch(() => {})
          .then(() => {
            if (this.#timer === timer) next();
          });
      }, delay(interval));
      timer.unref();
      this.#timer = timer;
    };
    next();
  }
}

function delay(interval: Interval): number {
  if (typeof interval === "number") return interval;
  const [least, most] = interval;
  return least + Math.floor(Math.random() * (most - least + 1));
}
