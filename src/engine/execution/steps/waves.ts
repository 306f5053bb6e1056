import { runsOf } from "../../../foundation/support/runs-of.js";
import type { Planned } from "./plan.js";
import type { StepRequest } from "./step.js";

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

export function wavesOf(plan: readonly Planned[]): readonly (readonly Planned[])[] {
  return runsOf(plan, ({ wave }) => wave);
}
