import { setTimeout as sleep } from "node:timers/promises";

/** The longest wait between two attempts in milliseconds, whatever Retry-After says. */
const LONGEST_WAIT = 30_000;
/** The longest that all waits of a request take together, in milliseconds: rate limits often count a minute. */
const WAITS_IN_ALL = 90_000;
/** Waits are this many times longer for a rate limit than for a lost request. */
const LIMIT_FACTOR = 4;

/** How often to try, and how long to wait in between. */
export interface RetryOptions {
  readonly attempts: number;
  /** Milliseconds before the second attempt, doubled for each further one. */
  readonly backoff: number;
  readonly signal?: AbortSignal;
}

/** A failure that may not happen again if the request is repeated. */
export class RetryableError extends Error {
  /**
   * The node failed, or the server in front of it (HTTP 5xx); it did not answer in time; nothing there speaks JSON-RPC;
   * it limits requests; it has no such page; or it refuses this request.
   */
  readonly kind: "lost" | "server" | "late" | "unreachable" | "limit" | "not found" | "refused";
  /** Milliseconds that the node asks to wait. */
  readonly wait: number | undefined;

  constructor(
    message: string,
    more: {
      readonly kind?: RetryableError["kind"];
      readonly wait?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = more.kind ?? "lost";
    this.wait = more.wait;
  }
}

/**
 * Retries with growing waits until an attempt does not end in a RetryableError, for at most 90 seconds of waits.
 * @param attempt receives the number of the attempt, starting with 1
 * @param giveUp makes the error after the last attempt
 * @throws what `giveUp` returns, or at once any other error of an attempt
 */
export async function withRetries<Result>(
  attempt: (count: number) => Promise<Result>,
  { attempts, backoff, signal }: RetryOptions,
  giveUp: (count: number, error: RetryableError) => Error,
): Promise<Result> {
  let wait = backoff;
  let waited = 0;
  for (let count = 1; ; count++) {
    try {
      return await attempt(count);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      const own = error.kind === "limit" ? wait * LIMIT_FACTOR : wait;
      const now = Math.min(error.wait ?? own, LONGEST_WAIT);
      waited += now;
      if (count >= attempts || waited > WAITS_IN_ALL) throw giveUp(count, error);
      await sleep(now, undefined, { signal });
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}
