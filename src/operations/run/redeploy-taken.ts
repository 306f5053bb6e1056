import type { Journal } from "../../engine/execution/journal/journal.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { TakenError } from "../../engine/execution/steps/taken-contracts.js";
import type { StepLedger } from "../../engine/execution/steps/step-ledger.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** How often one run does a deployment again, because each time costs gas. */
const MOST = 5;

/** Contracts of a migration that are not what they should be. The steps that deployed them are done again. */
export class LeftBehind {
  readonly #ledger: StepLedger;
  readonly #journal: Journal;
  readonly #onEvent: OnEvent;
  /** Those that the journal still has. */
  readonly #new: { readonly step: string; readonly contract: string }[] = [];
  /** How often each step was left behind. */
  readonly #counts = new Map<string, number>();

  constructor(
    ledger: StepLedger,
    { journal, onEvent }: { readonly journal: Journal; readonly onEvent: OnEvent },
  ) {
    this.#ledger = ledger;
    this.#journal = journal;
    this.#onEvent = onEvent;
  }

  get count(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  readonly has = (step: string): boolean => this.#counts.has(step);

  /** Leaves the contract behind of which an error says that a stranger took it; returns whether there is one. */
  addTaken(error: unknown): boolean {
    return error instanceof TakenError && this.add(error.contract);
  }

  /**
   * Leaves a contract behind; returns false if this migration did not deploy it.
   * @throws MigrationError if somebody takes it again and again
   */
  add(contract = ""): boolean {
    const step = this.#ledger.makerOf(contract);
    if (step === undefined) return false;
    const count = (this.#counts.get(step) ?? 0) + 1;
    if (count > MOST) throw takenAgain(step, contract);
    this.#counts.set(step, count);
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

function takenAgain(step: string, contract: string): MigrationError {
  return new MigrationError(
    `The contract of step ${step} was taken ${MOST + 1} times, the last time at ${contract}: another account keeps ` +
      "initializing it first. Nothing refers to these contracts, and nothing that cannot be undone depends on them. Run " +
      "the same command again later, or with a node that keeps transactions private until they are mined.",
  );
}
