import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { MinedStep, StepRequest } from "./step.js";

/** A mined transaction of an account, which may be one of the migration's steps. */
export interface Offered {
  readonly from: string;
  /** Hash of what it did. */
  readonly call: string;
  /** The receiver, if all it did was to pay. */
  readonly paid?: string;
  readonly nonce: number;
  readonly hash: string;
  /** The signed bytes. */
  readonly raw: string;
  readonly result: MinedStep;
}

/** A mined transaction that turned out to be a step. */
export interface TakenStep extends Offered {
  readonly step: string;
  /** Whether sending it again would make another contract, or pay again. */
  readonly isUnique: boolean;
}

/** The mined steps of a migration. */
export class StepLedger {
  readonly #mined = new Map<string, { readonly call: string; readonly result: MinedStep }>();
  readonly #clocks = new Set<string>();
  /** By account, in the order of nonces. */
  #offered = new Map<string, readonly Offered[]>();
  /** What was offered after a step that is missing, or passed over, by account. */
  #late = new Map<string, readonly Offered[]>();
  #startsLate = false;
  #taken: TakenStep[] = [];

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
   * What a step left on the chain; undefined if it remains to be done. The journal may have it done with other inputs,
   * for a contract that was then made again: the step that followed may be among what was offered.
   * @param call hash of what the step does now
   */
  minedAs(request: StepRequest, call: string): MinedStep | undefined {
    const entry = this.#mined.get(request.step);
    return entry?.call === call ? entry.result : this.#take(request, call);
  }

  /**
   * Offers what accounts sent without a journal that knows it, in the order of nonces. A step that does the same is
   * taken for done. Replaces what was offered before.
   * @param startsLate whether these may be several migrations that began alike, of which the latest counts
   */
  offer(sent: readonly Offered[], startsLate = false): void {
    this.#taken = [];
    this.#late = new Map();
    this.#startsLate = startsLate;
    const accounts = [...new Set(sent.map(({ from }) => from))];
    this.#offered = new Map(
      accounts.map((account) => [account, sent.filter(({ from }) => from === account)]),
    );
  }

  /** The offered steps that were taken for done, in order. */
  get taken(): readonly TakenStep[] {
    return this.#taken;
  }

  /**
   * An account's steps are mined in their order. So the first one that is missing ends its offer: what matches after
   * that, or was passed over, belongs to another migration, unless it was sent to a contract that this one made: a
   * wallet may have used the nonce of a step, which was then missing, or done again after those that followed it.
   */
  #take({ step, from, to, data, value = 0n, wantsLogs }: StepRequest, call: string) {
    const offered = this.#offered.get(from) ?? [];
    const late = this.#late.get(from) ?? [];
    // How much test accounts are paid depends on prices, and whether they are depends on their balances.
    const isFunding = data === "0x";
    const isSame = (each: Offered) =>
      each.call === call || (isFunding && isSameAddress(to ?? "", each.paid));
    const startsNow = this.#startsLate && this.#taken.every((each) => each.from !== from);
    const index = startsNow ? offered.findLastIndex(isSame) : offered.findIndex(isSame);
    const inOrder = offered[index];
    const found = inOrder ?? this.#takeLate(from, to, isSame);
    if (inOrder !== undefined) {
      this.#late.set(from, [...late, ...offered.slice(0, index)]);
      this.#offered.set(from, offered.slice(index + 1));
    } else if (found === undefined && !isFunding) {
      this.#late.set(from, [...late, ...offered]);
      this.#offered.set(from, []);
    }
    if (found === undefined) return undefined;
    const isUnique = to === undefined || wantsLogs === true || value > 0n;
    this.#taken.push({ ...found, step, isUnique });
    this.add(step, call, found.result);
    return found.result;
  }

  #takeLate(from: string, to: string | undefined, isSame: (each: Offered) => boolean) {
    if (to === undefined || this.makerOf(to) === undefined) return undefined;
    const late = this.#late.get(from) ?? [];
    const found = late.find(isSame);
    this.#late.set(
      from,
      late.filter((each) => each !== found),
    );
    return found;
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
