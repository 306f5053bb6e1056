import { InterruptionError } from "./errors.js";

/**
 * Waits for work that may be abandoned at any time, such as reading. If somebody stops it, ends at once and ignores the
 * outcome.
 * @throws InterruptionError if the signal is aborted
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await work;
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new InterruptionError());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", stop);
    work.catch(() => {});
  }
}
