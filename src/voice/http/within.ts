import { VoiceAbortError, VoiceError, VoiceTimeoutError } from "../errors.js";
import type { Limits } from "./settings.js";

/** What ends a call: its signal, which is the caller's or the time limit's, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

/**
 * Does a call's work within its limits.
 * @param what the call, in words for "... took longer than"
 * @throws VoiceAbortError, VoiceTimeoutError, and what the work throws
 */
export async function within<T>(
  what: string,
  { timeoutMs, signal: caller }: Pick<Limits, "timeoutMs" | "signal">,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  throwIfAborted(caller);
  const endsAt = performance.now() + timeoutMs;
  // AbortSignal.timeout and any would leave a timer and 1 KiB for each call until much later.
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const leave = (): void => controller.abort();
  caller?.addEventListener("abort", leave, { once: true });
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([
      over,
      work({ signal, remainingMs: () => endsAt - performance.now() }),
    ]);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (error instanceof VoiceError && error !== signal.reason) throw error;
    throwIfAborted(caller);
    throw new VoiceTimeoutError(
      `${what} took longer than ${timeoutMs} ms. Set a larger timeoutMs, or try again later.`,
    );
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", leave);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new VoiceAbortError(signal.reason);
}
