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

/**
 * Mines at an interval until it is stopped. It starts a block only when the previous one is done.
 * @returns stops it
 */
export function mineAtInterval(interval: Interval, mine: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = interval === 0;
  const next = (): void => {
    if (isStopped) return;
    // The next request reports an error.
    timer = setTimeout(() => void mine().then(next, next), delay(interval)).unref();
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function delay(interval: Interval): number {
  if (typeof interval === "number") return interval;
  const [least, most] = interval;
  return least + Math.floor(Math.random() * (most - least + 1));
}
