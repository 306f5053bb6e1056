import type { OnEvent } from "../execution/steps/event.js";
import type { Warning } from "../support/warning.js";

/** Passes each warning of a migration on only once, because rehearsal and run report the same. */
export class Warnings {
  readonly all: Warning[];
  readonly #onEvent: OnEvent | undefined;

  /** @param told warnings that were already reported */
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
