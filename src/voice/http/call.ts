import { setTimeout as sleep } from "node:timers/promises";
import {
  VoiceAbortError,
  VoiceApiError,
  VoiceConnectionError,
  VoiceTimeoutError,
} from "../errors.js";
import type { Limits } from "./settings.js";

/** A call that is under way. */
export interface Call extends Pick<Limits, "maxRetries" | "retryDelayMs"> {
  /** Aborted with the error of the call: the caller has left, or its time is over. */
  readonly signal: AbortSignal;
  /** By the clock of `performance`. */
  readonly endsAt: number;
}

const LONGEST_RETRY_DELAY_MS = 8_000;
/** Answers of a gateway or limiter: the service itself did no work. */
const SAFE_STATUSES = [429, 502, 503, 504];

/**
 * Does a call's work within its limits.
 * @param what the call, in words for "... took longer than"
 * @throws VoiceAbortError, VoiceTimeoutError, and what the work throws
 */
export async function within<T>(
  what: string,
  { timeoutMs, signal: caller, ...limits }: Limits,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  if (caller?.aborted === true) throw new VoiceAbortError(caller.reason);
  // AbortSignal.timeout and any would leave a timer and 1 KiB for each call until much later.
  const controller = new AbortController();
  const { signal } = controller;
  const leave = (): void => controller.abort(new VoiceAbortError(caller?.reason));
  const expire = (): void => {
    const late = `${what} took longer than ${timeoutMs} ms.`;
    controller.abort(new VoiceTimeoutError(`${late} Set a larger timeoutMs, or try again later.`));
  };
  const timer = setTimeout(expire, timeoutMs);
  caller?.addEventListener("abort", leave, { once: true });
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    const call = { ...limits, signal, endsAt: performance.now() + timeoutMs };
    return await Promise.race([over, work(call)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", leave);
  }
}

/** Repeats work that failed. @param isBilled whether the service bills it: then less is repeated */
export async function retry<T>(
  { signal, endsAt, maxRetries, retryDelayMs }: Call,
  isBilled: boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const asked = error instanceof VoiceApiError ? error.retryAfterMs : undefined;
      const doubled = Math.min(retryDelayMs * 2 ** attempt, LONGEST_RETRY_DELAY_MS);
      const delay = asked ?? doubled * (0.75 + Math.random() / 2);
      // A wait beyond the call's time limit would only hide the answer.
      const isLast = attempt >= maxRetries || performance.now() + delay >= endsAt;
      if (isLast || !isRetryable(error, isBilled)) throw error;
      await sleep(delay, undefined, { signal });
    }
  }
}

function isRetryable(error: unknown, isBilled: boolean): boolean {
  if (error instanceof VoiceConnectionError) return !isBilled || error.beforeSending;
  if (!(error instanceof VoiceApiError)) return false;
  if (isBilled) return SAFE_STATUSES.includes(error.status);
  return error.status === 408 || error.status === 429 || error.status >= 500;
}
