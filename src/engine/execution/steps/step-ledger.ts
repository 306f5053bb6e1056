import type { Log } from "../../../foundation/chain/rpc-types.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { DoneBefore, type TakenStep } from "./done-before.js";
import type { MinedStep, StepRequest } from "./step.js";

export class StepLedger {
  readonly #mined = new Map<string, { readonly call: string; readonly result: MinedStep }>();
  readonly #clocks = new Set<string>();
  #before = new DoneBefore([]);

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
      if (isSameAddress(address, result.contractAddress)) return step;
    }
    return undefined;
  }

  /** By contract, the transaction that created it, or whose events are the first to name it. */
  createdIn(contracts: readonly string[]): Readonly<Record<string, string>> {
    const steps = [...this.#mined.values()].map(({ result }) => result);
    steps.sort((one, other) => one.blockNumber - other.blockNumber);
    return Object.fromEntries(
      contracts.flatMap((contract) => {
        const bare = contract.slice(2).toLowerCase();
        const maker =
          steps.find(({ contractAddress }) => isSameAddress(contract, contractAddress)) ??
          steps.find(({ logs }) => JSON.stringify(logs).toLowerCase().includes(bare));
        return maker === undefined ? [] : [[contract, maker.transactionHash]];
      }),
    );
  }

  logs(): readonly (Log & Pick<MinedStep, "transactionHash">)[] {
    return [...this.#mined.values()].flatMap(({ result: { transactionHash, logs } }) =>
      logs.map((log) => ({ ...log, transactionHash })),
    );
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

  /** What a step left on the chain; see `DoneBefore.take`. */
  minedAs(request: StepRequest, call: string): MinedStep | undefined {
    const isMade = (contract: string) => this.makerOf(contract) !== undefined;
    const result = this.#before.take(request, call, this.#mined.get(request.step), isMade);
    if (result !== undefined) this.add(request.step, call, result);
    return result;
  }

  /** Offers what accounts sent without a journal that knows it. Replaces what was offered before. */
  offer(...sent: ConstructorParameters<typeof DoneBefore>): void {
    this.#before = new DoneBefore(...sent);
  }

  /** The offered steps that were taken for done, in order. */
  get taken(): readonly TakenStep[] {
    return this.#before.taken;
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
