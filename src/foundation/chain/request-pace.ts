import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between the starts of requests, from the first refusal on, and after many. */
const [FIRST, LONGEST] = [50, 1_000];
/** What is left of them after each answer. */
const FASTER = 0.97;

/** Keeps requests to a node apart once it refuses some as too many: otherwise each waits, and comes again, by itself. */
export class RequestPace {
  #between = 0;
  #last = 0;
  #slowedAt = 0;

  /** Waits until the next request may start; not after an interruption. */
  async turn(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const left = this.#last + this.#between - performance.now();
      if (left <= 0 || signal?.aborted === true) break;
      await sleep(Math.ceil(left), undefined, { signal }).catch(() => {});
    }
    this.#last = performance.now();
  }

  /** @param start when the request was sent, by `performance.now` */
  learn(isRefused: boolean, start: number): void {
    if (!isRefused) {
      this.#between = this.#between < FIRST / 2 ? 0 : this.#between * FASTER;
      return;
    }
    // Those that were sent before the first refusal say nothing new.
    if (start < this.#slowedAt) return;
    this.#slowedAt = performance.now();
    this.#between = Math.min(Math.max(FIRST, this.#between * 2), LONGEST);
  }
}
