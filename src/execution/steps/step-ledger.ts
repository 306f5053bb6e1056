import { MigrationError } from "../../support/errors.js";
import type { MinedStep } from "./step.js";

/** The mined steps of a migration. */
export class StepLedger {
  readonly #mined = new Map<string, { readonly call: string; readonly result: MinedStep }>();
  readonly #clocks = new Set<string>();

  add(step: string, call: string, result: MinedStep): void {
    this.#mined.set(step, { call, result });
  }

  /** Removes a step that is no longer on the chain, or that failed. */
  remove(step: string): void {
    this.#mined.delete(step);
  }

  addClock(step: string): void {
    this.#clocks.add(step);
  }

  has(step: string): boolean {
    return this.#mined.has(step);
  }

  /** What a step left on the chain, whatever it did. */
  resultOf(step: string): MinedStep | undefined {
    return this.#mined.get(step)?.result;
  }

  /** The step that deployed a contract; undefined if none did. */
  makerOf(address: string): string | undefined {
    for (const [step, { result }] of this.#mined) {
      if (result.contractAddress?.toLowerCase() === address.toLowerCase()) return step;
    }
    return undefined;
  }

  clockMoved(step: string): boolean {
    return this.#clocks.has(step);
  }

  get size(): number {
    return this.#mined.size;
  }

  /** The first block that contains a step; undefined if none does. */
  get firstBlock(): number | undefined {
    const blocks = [...this.#mined.values()].map(({ result }) => result.blockNumber);
    return blocks.length === 0 ? undefined : Math.min(...blocks);
  }

  /** The last block that contains a step; 0 if none does. */
  get lastBlock(): number {
    return Math.max(0, ...[...this.#mined.values()].map(({ result }) => result.blockNumber));
  }

  get gasUsed(): bigint {
    return [...this.#mined.values()].reduce((sum, { result }) => sum + result.gasUsed, 0n);
  }

  /**
   * What a step left on the chain; undefined if it remains to be done, or if the mined step made another call because
   * its inputs changed.
   * @param call hash of what the step does now
   */
  minedAs(step: string, call: string): MinedStep | undefined {
    const entry = this.#mined.get(step);
    return entry?.call === call ? entry.result : undefined;
  }

  /**
   * What a step left on the chain; undefined if it remains to be done.
   * @param call hash of what the step does now
   * @throws MigrationError if the mined step made another call
   */
  mined(step: string, call: string): MinedStep | undefined {
    const entry = this.#mined.get(step);
    if (entry === undefined || entry.call === call) return entry?.result;
    throw new MigrationError(
      `Step ${step} is on the chain (${entry.result.transactionHash}), but the current chain state would produce a ` +
        "different transaction. Nothing more was sent. Run the same command again: it rehearses the remaining steps " +
        "and resumes.",
    );
  }
}
