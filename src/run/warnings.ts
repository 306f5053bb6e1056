import type { OnEvent } from "../execution/steps/event.js";
import type { Warning } from "../support/warning.js";

/** Passes the warnings of a migration on, each once: a rehearsal and the run itself tell the same. */
export class Warnings {
  readonly all: Warning[];
  readonly #onEvent: OnEvent | undefined;

  /** @param told those that were told already */
  constructor(onEvent: OnEvent | undefined, told: readonly Warning[] = []) {
    this.#onEvent = onEvent;
    this.all = [...told];
  }

  readonly add = (warning: Warning): void => {
    if (this.all.some(({ message }) => message === warning.message)) return;
    this.all.push(warning);
    this.#onEvent?.({ type: "warning", warning });
  };
}
