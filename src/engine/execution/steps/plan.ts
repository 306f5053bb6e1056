import type { DataFee } from "../../../foundation/chain/data-fee.js";
import type { Log } from "../../migration/deployer.js";
import { digest } from "../../../foundation/support/digest.js";
import { runsOf } from "../../../foundation/support/runs-of.js";
import type { StepRequest } from "./step.js";

/** A step as it ran in the rehearsal, and as it should run on the chain. */
export interface PlannedStep {
  readonly kind: "transaction";
  readonly step: string;
  readonly from: string;
  readonly to?: string;
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
  readonly call: string;
  /** Gas that the step needs, before a margin. */
  readonly gas: bigint;
  /** Gas that the step used in the rehearsal. */
  readonly gasUsed: bigint;
  /** On an L2: what its data costs, which no fork knows. */
  readonly dataFee?: DataFee;
  readonly contractAddress?: string;
  readonly logs: readonly Log[];
  /** A later step reads its events, and other accounts' transactions may change the addresses in them. */
  readonly wantsLogs?: boolean;
  /** Code hashes of the contracts that it created. */
  readonly codes?: readonly { readonly address: string; readonly hash: string }[];
  /**
   * Present if the step is final and starts its wave: what the contracts must be like that were set up before it, and
   * that nobody has proven yet.
   */
  readonly restsOn?: readonly ContractState[];
  /** False for a step sent without a rehearsal, so there is nothing to compare it with. Default: true. */
  readonly isRehearsed?: boolean;
  /** Steps of one wave may be pending together; a wave starts when the one before is mined. */
  readonly wave: number;
}

/** What a contract says about itself: its code, and what its functions without arguments return. */
export interface ContractState {
  readonly address: string;
  readonly contractName: string;
  /** Hash of its code. */
  readonly code: string;
  readonly values: readonly StateValue[];
}

/** What a function without arguments returns. */
export interface StateValue {
  /** Such as `owner`. */
  readonly name: string;
  /** The call data. */
  readonly data: string;
  /** The encoded result. */
  readonly result: string;
}

/** Moves the chain's clock after all steps before it. */
export interface PlannedClock {
  readonly kind: "clock";
  readonly step: string;
  readonly seconds: number;
  readonly wave: number;
}

export type Planned = PlannedStep | PlannedClock;

/** Hash of what a step does: receiver, value and call data. */
export function callOf({
  to,
  data,
  value = 0n,
}: Pick<StepRequest, "to" | "data" | "value">): string {
  // JSON writes null for a receiver that is not there.
  return digest(JSON.stringify([to?.toLowerCase(), value.toString(), data]));
}

/** Hash of a contract's code, in hex. */
export function codeHash(code: string): string {
  return digest(code.toLowerCase());
}

/**
 * Numbers the waves of a plan. A node mines one account's transactions in nonce order, so they may all be pending, but
 * it promises no order between accounts. A new wave starts where the sender changes (except within a group), with a
 * group, after a checkpoint, and around a move of the clock.
 *
 * A new wave also starts at a barrier: before a final step, and before a call that tells another contract of one that
 * its own wave creates. A stranger may initialize a new contract first, or a wallet may replace one of our
 * transactions, so nothing that cannot be undone is pending together with what it rests on.
 */
export class Waves {
  #wave = 0;
  #last: Pick<StepRequest, "from" | "group" | "final"> | undefined;
  /** Contracts that steps of this wave create, in lower case without 0x. */
  readonly #created = new Set<string>();

  /**
   * Puts a step into a wave, and says whether it is a barrier.
   * @param startsWave whether it starts a wave in any case
   */
  ofTransaction(
    request: StepRequest,
    startsWave = false,
  ): { readonly wave: number; readonly isBarrier: boolean } {
    const { from, group, checkpoint, final } = request;
    const last = this.#last;
    const refers = this.#refersToCreated(request);
    const together = last?.group === group && (group !== undefined || last?.from === from);
    const isReady = !startsWave && (final === undefined ? !refers : last?.final === final);
    if (last !== undefined && !(together && isReady)) this.#begin();
    const isBarrier = (final !== undefined || refers) && this.#last === undefined;
    const wave = this.#wave;
    this.#last = { from, group, final };
    if (checkpoint === true) this.#begin();
    return { wave, isBarrier };
  }

  /** Call it for each contract that the last step created. */
  created(address: string): void {
    this.#created.add(address.slice(2).toLowerCase());
  }

  /** Setting up a contract of this wave does not count: if it is not what it should be, it is left behind. */
  #refersToCreated({ to, data }: StepRequest): boolean {
    if (to === undefined || this.#created.has(to.slice(2).toLowerCase())) return false;
    return [...this.#created].some((address) => data.toLowerCase().includes(address));
  }

  ofClock(): number {
    if (this.#last !== undefined) this.#begin();
    const wave = this.#wave;
    this.#begin();
    return wave;
  }

  #begin(): void {
    this.#wave++;
    this.#last = undefined;
    this.#created.clear();
  }
}

/** The waves of a plan, in order. */
export function wavesOf(plan: readonly Planned[]): readonly (readonly Planned[])[] {
  return runsOf(plan, ({ wave }) => wave);
}

/** The transactions of a plan, in order. */
export function transactionsOf(plan: readonly Planned[]): readonly PlannedStep[] {
  return plan.filter((planned) => planned.kind === "transaction");
}
