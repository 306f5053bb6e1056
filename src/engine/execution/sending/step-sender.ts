import { getCreateAddress } from "ethers";

import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { capFees, type Fees } from "../../../foundation/chain/fees.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { InterruptionError } from "../../../foundation/support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";
import type { MinedStep } from "../steps/step.js";
import { signerFor, type SendingContext } from "./context.js";
import { requirePasses } from "./require-passes.js";
import { isConfirmed } from "../../../foundation/chain/confirmations.js";
import {
  findReceipt,
  joinOutcomes,
  NO_OUTCOME,
  outcomeOf,
  outrun,
  type Outcome,
} from "./outcome.js";
import { Pace } from "./pace.js";
import { PendingSteps } from "./pending-steps.js";
import { gasLimitOfStep, signStep } from "./signing.js";
import { Windows } from "./window.js";

/**
 * Signs, journals, sends and confirms steps. The order makes this safe: bytes are journaled before they are sent (except
 * by a node that signs), and a journaled step is only sent again unchanged, or replaced under its own nonce.
 */
export class StepSender {
  readonly #context: SendingContext;
  readonly #windows = new Windows();

  constructor(context: SendingContext) {
    this.#context = context;
  }

  /**
   * Sends the steps of one wave in nonce order, a window at a time, and waits until they are mined. After a failure, it
   * sends nothing new. It does not create a contract at another address than in the rehearsal either, because later
   * steps use that address.
   * @param onMined told of each step once it has its confirmations
   * @throws InterruptionError if the user stopped it, once what was sent is mined
   */
  async send(
    steps: readonly PlannedStep[],
    onMined: (step: string, mined: MinedStep) => void,
  ): Promise<Outcome> {
    const waiting = [...steps];
    const pending = new PendingSteps(this.#context, steps, this.#windows);
    const pace = new Pace(this.#context);
    const nonces = new Map<string, number>();
    let outcome = NO_OUTCOME;
    let sent = NO_OUTCOME;
    await this.#readBlockGasLimit();
    const maySign = () => waiting.length > 0 && !this.#isInterrupted && outcome.failed.size === 0;
    while (maySign() || pending.size > 0) {
      if (maySign()) {
        const next = this.#nextBatch(waiting, pending);
        if (this.#hasReverted(next[0])) await requirePasses(this.#context, next[0]!);
        const batch = await this.#sign(next, nonces);
        waiting.splice(0, batch.signed.length);
        outcome = joinOutcomes([outcome, batch.outcome]);
        await pending.send(batch.signed);
      }
      const polled = await pollOnce(pending, pace, onMined);
      outcome = joinOutcomes([outcome, polled]);
      sent = joinOutcomes([sent, polled]);
    }
    // Not what was outrun before it was signed: what an earlier run sent for the same step may be mined.
    await this.#drop(sent);
    if (this.#isInterrupted && waiting.length > 0) throw new InterruptionError();
    return outcome;
  }

  /**
   * Finishes every journaled step: sends unmined ones again, as the same bytes, and waits until all have their
   * confirmations. A step that failed leaves the journal, so that it may be signed again.
   * @param plan the migration's steps, if they are known
   * @returns what happened to them, and how many steps must wait until the clock is moved: a chain that was set back
   * loses its time, too
   */
  async finishJournaled(
    plan: readonly PlannedStep[],
  ): Promise<{ readonly outcome: Outcome; readonly early: number }> {
    const { target, journal, confirmations } = this.#context;
    const { outcome: found, unmined } = await this.readJournaled();
    const block = await this.#readBlockGasLimit();
    const lost = unmined.filter(({ step }) => journal.notBefore(step) <= Number(block.timestamp));
    const shallow = [...found.mined]
      .filter(
        ([, { blockNumber }]) => !isConfirmed(blockNumber, Number(block.number), confirmations),
      )
      .flatMap(([step]) => journal.transactions(step).slice(-1));
    const pending = new PendingSteps(this.#context, plan, this.#windows);
    const pace = new Pace(this.#context);
    if (lost.length > 0) await target.requireSameChain();
    pending.watch(shallow);
    await pending.send(lost);
    let outcome = found;
    while (pending.size > 0) outcome = joinOutcomes([outcome, await pollOnce(pending, pace)]);
    await this.#drop(outcome);
    return { outcome, early: unmined.length - lost.length };
  }

  /** What happened to the journaled steps so far, and those in no block, in nonce order. Sends nothing. */
  async readJournaled(): Promise<{
    readonly outcome: Outcome;
    readonly unmined: readonly SignedStep[];
  }> {
    const { target, journal } = this.#context;
    const unmined: SignedStep[] = [];
    const read = async (step: string) => {
      const transactions = journal.transactions(step);
      const latest = transactions.at(-1);
      if (latest === undefined) return NO_OUTCOME;
      const receipt = await findReceipt(target, transactions);
      if (receipt !== undefined) return outcomeOf(latest, receipt);
      unmined.push(latest);
      return NO_OUTCOME;
    };
    const outcomes = await Promise.all(journal.steps.map(read));
    return { outcome: joinOutcomes(outcomes), unmined: unmined.sort((a, b) => a.nonce - b.nonce) };
  }

  /** Signs steps with consecutive nonces and journals all at once; fewer steps if the user or the signer stops it. */
  async #sign(
    steps: readonly PlannedStep[],
    nonces: Map<string, number>,
  ): Promise<{ readonly signed: readonly SignedStep[]; readonly outcome: Outcome }> {
    const signed: SignedStep[] = [];
    if (steps.length === 0) return { signed, outcome: NO_OUTCOME };
    const { target, journal, onEvent } = this.#context;
    await target.requireSameChain();
    const fees = await this.#newFees();
    const { chainId } = target.chain;
    const { transactionGasLimit } = journal.header;
    let outcome = NO_OUTCOME;
    try {
      for (const step of steps) {
        // Checked for each step, because a person may confirm each signature on a device.
        if (this.#isInterrupted) break;
        const { from, contractAddress } = step;
        const following = nonces.get(from);
        const nonce = following ?? (await this.#nextNonce(from));
        const isElsewhere =
          contractAddress !== undefined &&
          !isSameAddress(getCreateAddress({ from, nonce }), contractAddress);
        if (isElsewhere || (following === undefined && this.#isUnsearched(from, nonce))) {
          outcome = outrun(
            step.step,
            `the account ${from} has sent other transactions in the meantime`,
          );
          break;
        }
        nonces.set(from, nonce + 1);
        const terms = { chainId, nonce, fees, transactionGasLimit };
        signed.push(await signStep(signerFor(this.#context, from), step, terms));
      }
    } finally {
      // Also if the signer refuses one of them: who signs may send, and a person need not confirm the same again.
      await journal.sign(signed);
      for (const { step, from, nonce, hash: transactionHash } of signed) {
        onEvent({ type: "signed", step, from, nonce, transactionHash });
      }
    }
    return { signed, outcome };
  }

  /** A node may not count our own latest transactions yet, but the journal does. */
  async #nextNonce(from: string): Promise<number> {
    const { target, journal } = this.#context;
    return Math.max(await target.nextNonce(from), journal.nextSignedNonce(from) ?? 0);
  }

  /**
   * Whether there are transactions before a nonce that were not mined yet, as one of several nodes saw it, when the
   * account's were searched for steps of a lost journal. The next search waits for them.
   */
  #isUnsearched(from: string, nonce: number): boolean {
    const { target, journal } = this.#context;
    const end = Math.max(
      journal.searched.get(from) ?? Infinity,
      journal.nextSignedNonce(from) ?? 0,
    );
    if (nonce > end) target.expectCount(from, nonce);
    return nonce > end;
  }

  /** The next steps for which their senders' windows have room. */
  #nextBatch(waiting: readonly PlannedStep[], pending: PendingSteps): readonly PlannedStep[] {
    const { transactionGasLimit } = this.#context.journal.header;
    const batch: PlannedStep[] = [];
    const { blockGasLimit } = this.#windows;
    const taken = new Map<string, { readonly count: number; readonly gas: bigint }>();
    for (const next of waiting) {
      // Nothing pending may change what the node says of a step that reverted before.
      if (this.#hasReverted(next) && batch.length + pending.size > 0) break;
      const { count, gas: others } = taken.get(next.from) ?? pending.unminedOf(next.from);
      const gas = others + gasLimitOfStep(next, transactionGasLimit);
      if (!this.#windows.of(next.from).hasRoom(count, gas, blockGasLimit)) break;
      batch.push(next);
      taken.set(next.from, { count: count + 1, gas });
    }
    return batch;
  }

  async #readBlockGasLimit(): Promise<RpcBlock> {
    const block = await this.#context.target.latestBlock();
    this.#windows.blockGasLimit = BigInt(block.gasLimit);
    return block;
  }

  async #newFees(): Promise<Fees> {
    const { target, fees: limit } = this.#context;
    const quote = await limit.quote(target.provider);
    await limit.admit(quote);
    return capFees(quote.fees, limit.cap);
  }

  /** Drops failed steps from the journal: they can no longer be mined, and so may be signed again. */
  async #drop({ failed }: Outcome): Promise<void> {
    const { journal } = this.#context;
    for (const [step, { isByOthers }] of failed) {
      if (journal.transactions(step).length > 0) await journal.drop(step, !isByOthers);
    }
  }

  #hasReverted(step: PlannedStep | undefined): boolean {
    return step !== undefined && this.#context.journal.hasReverted(step.call);
  }

  get #isInterrupted(): boolean {
    return this.#context.signal?.aborted === true;
  }
}

/** Polls the chain for pending steps, sends again what is due, and waits if some are still pending. */
async function pollOnce(
  pending: PendingSteps,
  pace: Pace,
  onMined?: (step: string, mined: MinedStep) => void,
): Promise<Outcome> {
  const before = pending.size;
  const polled = await pending.poll();
  for (const [step, mined] of polled.mined) onMined?.(step, mined);
  await pending.resendDue();
  if (pending.size > 0) await pace.pause(pending.size < before);
  return polled;
}
