import { setTimeout as sleep } from "node:timers/promises";

/** No wait between two attempts is longer, whatever Retry-After says, in milliseconds. */
const LONGEST_WAIT = 30_000;
/** A node that counts requests is given so many times longer than one that was lost. */
const LIMIT_FACTOR = 4;

/** How often and how long something is tried. */
export interface RetryOptions {
  readonly attempts: number;
  /** Milliseconds before the second attempt; it doubles from there. */
  readonly backoff: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that may be another one if the request is made again. */
export class RetryableError extends Error {
  /** Why: the node was not reached or failed, counts requests, has no such page, or wants no such request. */
  readonly kind: "lost" | "limit" | "not found" | "refused";
  /** Milliseconds that the node asks to wait. */
  readonly wait: number | undefined;

  constructor(
    message: string,
    more: {
      readonly kind?: RetryableError["kind"];
      readonly wait?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = more.kind ?? "lost";
    this.wait = more.wait;
  }
}

/**
 * Makes attempts with growing waits between them until one does not end in a RetryableError.
 * @param attempt gets the number of the attempt, from 1 on
 * @param giveUp makes the error of the last attempt
 * @throws what `giveUp` returns, and any other error of an attempt at once
 */
export async function withRetries<Result>(
  attempt: (count: number) => Promise<Result>,
  { attempts, backoff, signal }: RetryOptions,
  giveUp: (count: number, error: RetryableError) => Error,
): Promise<Result> {
  let wait = backoff;
  for (let count = 1; ; count++) {
    try {
      return await attempt(count);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (count >= attempts) throw giveUp(count, error);
      const own = error.kind === "limit" ? wait * LIMIT_FACTOR : wait;
      await sleep(Math.min(error.wait ?? own, LONGEST_WAIT), undefined, {
        ...(signal && { signal }),
      });
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}
