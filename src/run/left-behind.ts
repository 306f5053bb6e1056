import type { Journal } from "../execution/journal/journal.js";
import type { OnEvent } from "../execution/steps/event.js";
import { TakenError } from "../execution/steps/set-ups.js";
import type { StepLedger } from "../execution/steps/step-ledger.js";

/** The most contracts that one run leaves behind, because each costs gas. */
const MOST = 10;

/** Contracts of a migration that are not what they should be. The steps that deployed them are done again. */
export class LeftBehind {
  readonly #ledger: StepLedger;
  readonly #journal: Journal;
  readonly #onEvent: OnEvent;
  /** Those that the journal still has. */
  readonly #new: { readonly step: string; readonly contract: string }[] = [];
  #count = 0;

  constructor(
    ledger: StepLedger,
    { journal, onEvent }: { readonly journal: Journal; readonly onEvent: OnEvent },
  ) {
    this.#ledger = ledger;
    this.#journal = journal;
    this.#onEvent = onEvent;
  }

  /** How many contracts this run has left behind. */
  get count(): number {
    return this.#count;
  }

  /** Leaves the contract behind of which an error says that a stranger took it; returns whether there is one. */
  addTaken(error: unknown): boolean {
    return error instanceof TakenError && this.add(error.contract);
  }

  /** Leaves a contract behind; returns false if this migration did not deploy it, or too many were left. */
  add(contract = ""): boolean {
    const step = this.#ledger.makerOf(contract);
    if (step === undefined || this.#count >= MOST) return false;
    this.#count++;
    this.#ledger.remove(step);
    this.#new.push({ step, contract });
    return true;
  }

  /** Removes from the journal what was left behind, once it is known that the migration can go on without it. */
  async record(): Promise<void> {
    for (const { step, contract } of this.#new.splice(0)) {
      await this.#journal.drop(step);
      this.#onEvent({ type: "leftBehind", step, contract });
    }
  }
}
