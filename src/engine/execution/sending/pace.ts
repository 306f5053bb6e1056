import { InterruptionError } from "../../../foundation/support/errors.js";
import type { SendingContext } from "./context.js";

/** The shortest wait between two polls of the chain, in milliseconds. */
const SHORTEST = 25;
/** Polls in a row at the usual interval without anything new, after which the intervals grow, up to so many times. */
const PATIENCE = 30;
const LONGEST_FACTOR = 10;
/** Milliseconds to wait, at most, for sent transactions after an interruption. */
const LAST_WAIT = 60_000;

/** Waits between polls of the chain, longer each time while nothing happens. */
export class Pace {
  readonly #context: Pick<SendingContext, "polling" | "signal" | "clock">;
  #wait = SHORTEST;
  #idle = 0;
  #interruptedAt: number | undefined;

  constructor(context: Pick<SendingContext, "polling" | "signal" | "clock">) {
    this.#context = context;
  }

  /**
   * Waits for the next poll, but not indefinitely once the user wants to stop.
   * @param progressed whether the last poll found something new
   */
  async pause(progressed: boolean): Promise<void> {
    const { polling, signal, clock } = this.#context;
    if (signal?.aborted === true) {
      this.#interruptedAt ??= clock.now();
      if (clock.now() - this.#interruptedAt >= LAST_WAIT) throw new InterruptionError();
    }
    this.#idle = progressed ? 0 : this.#idle + 1;
    const longest = this.#idle > PATIENCE ? polling * LONGEST_FACTOR : polling;
    this.#wait = Math.min(progressed ? SHORTEST : this.#wait * 2, longest);
    await clock.sleep(this.#wait);
  }
}
