import { VoiceAbortError, VoiceTimeoutError } from "../errors.js";

/**
 * Ends a call at its time limit or by the caller's signal, whichever comes first. Call `done()` at
 * the end, so that no timer and no listener is left.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #userSignal: AbortSignal | undefined;

  /**
   * @param what the call, in words for "... took longer than"
   * @param timeoutMs milliseconds
   */
  constructor(what: string, timeoutMs: number, userSignal?: AbortSignal) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#userSignal = userSignal;
    this.#timer = setTimeout(() => {
      this.#controller.abort(
        new VoiceTimeoutError(
          `${what} took longer than ${timeoutMs} ms. Set a larger timeoutMs, or try again later.`,
        ),
      );
    }, timeoutMs);
    if (userSignal?.aborted === true) this.#onAbort();
    else userSignal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Aborted with a VoiceAbortError or a VoiceTimeoutError as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  throwIfOver(): void {
    this.signal.throwIfAborted();
  }

  /** The promise, or the deadline's error if that comes first. */
  race<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise<T>((resolve, reject) => {
      const onOver = (): void => reject(signal.reason as Error);
      if (signal.aborted) onOver();
      signal.addEventListener("abort", onOver, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onOver));
    });
  }

  sleep(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return this.race(slept).finally(() => clearTimeout(timer));
  }

  done(): void {
    clearTimeout(this.#timer);
    this.#userSignal?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (): void => {
    this.#controller.abort(abortError(this.#userSignal?.reason));
  };
}

export function abortError(reason: unknown): VoiceAbortError {
  return new VoiceAbortError("Aborted by the caller.", { cause: reason });
}
