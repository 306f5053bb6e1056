import { setTimeout as sleep } from "node:timers/promises";
import {
  VoiceAbortError,
  VoiceApiError,
  VoiceConnectionError,
  VoiceTimeoutError,
} from "../errors.js";
import type { Limits } from "../options.js";

/** A call that is under way. */
export interface Call extends Pick<Limits, "maxRetries" | "retryDelayMs"> {
  /** Aborted with the error of the call: the caller has left, or its time is over. */
  readonly signal: AbortSignal;
  /** By the clock of `performance`. */
  readonly endsAt: number;
}

const LONGEST_RETRY_DELAY_MS = 8_000;
/** Statuses that are worth a retry, and those where even a billed call did no work. */
const PASSING = /408|429|5../;
const UNBILLED = /429|50[234]/;

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
  const late = `${what} took longer than ${timeoutMs} ms. Set a larger timeoutMs, or try again later.`;
  const timer = setTimeout(() => controller.abort(new VoiceTimeoutError(late)), timeoutMs);
  caller?.addEventListener("abort", leave);
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  try {
    const endsAt = performance.now() + timeoutMs;
    return await Promise.race([over, work({ ...limits, signal, endsAt })]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", leave);
  }
}

/** Retries work that failed. @param isBilled whether the service bills it: then less is retried */
export async function retry<T>(
  { signal, endsAt, maxRetries, retryDelayMs }: Call,
  isBilled: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const mayPass = (error: unknown): boolean =>
    error instanceof VoiceConnectionError
      ? !isBilled || error.beforeSending
      : error instanceof VoiceApiError && (isBilled ? UNBILLED : PASSING).test(`${error.status}`);
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const asked = error instanceof VoiceApiError ? error.retryAfterMs : undefined;
      const doubled = Math.min(retryDelayMs * 2 ** attempt, LONGEST_RETRY_DELAY_MS);
      const delay = asked ?? doubled * (0.75 + Math.random() / 2);
      // A wait beyond the call's time limit would only hide the answer.
      const isLast = attempt >= maxRetries || performance.now() + delay >= endsAt;
      if (isLast || !mayPass(error)) throw error;
      await sleep(delay, undefined, { signal });
    }
  }
}
