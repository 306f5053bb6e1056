import { getCreateAddress } from "ethers";

import { newFees } from "../../chain/fees.js";
import { Interruption } from "../../support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";
import type { MinedStep } from "../steps/step.js";
import { signerFor, type SendingContext } from "./context.js";
import {
  failure,
  findReceipt,
  joinOutcomes,
  NO_OUTCOME,
  outcomeOf,
  type Outcome,
} from "./outcome.js";
import { Pace } from "./pace.js";
import { PendingSteps } from "./pending-steps.js";
import { signStep } from "./signing.js";

/** Nodes promise room for about 16 pending transactions of an account. */
const WINDOW = 16;

/**
 * Signs, journals, sends and confirms steps. The order is what makes it safe: bytes are journaled
 * before they leave, and what is journaled is only ever sent again as it is, or under its own nonce.
 */
export class StepSender {
  readonly #context: SendingContext;

  constructor(context: SendingContext) {
    this.#context = context;
  }

  /**
   * Sends the steps of one wave in nonce order, a window at a time, and waits until they are mined.
   * After a failure nothing new is sent, and neither is a contract that would be created at another
   * address than in the rehearsal: what follows was made for that address.
   * @param onMined told of each step once it has its confirmations
   * @throws Interruption where the user stopped it, once what was sent is mined
   */
  async send(
    steps: readonly PlannedStep[],
    onMined: (step: string, mined: MinedStep) => void,
  ): Promise<Outcome> {
    const waiting = [...steps];
    const pending = new PendingSteps(this.#context);
    const pace = new Pace(this.#context);
    const nonces = new Map<string, number>();
    let outcome = NO_OUTCOME;
    const maySign = () => waiting.length > 0 && !this.#isInterrupted && outcome.failed.size === 0;
    while (maySign() || pending.size > 0) {
      if (maySign()) {
        const batch = await this.#sign(nextBatch(waiting, pending), nonces);
        waiting.splice(0, batch.signed.length);
        outcome = joinOutcomes([outcome, batch.outcome]);
        for (const signed of batch.signed) await pending.send(signed);
      }
      const before = pending.size;
      const polled = await pending.poll();
      outcome = joinOutcomes([outcome, polled]);
      for (const [step, mined] of polled.mined) onMined(step, mined);
      await pending.resendDue();
      if (pending.size > 0) await pace.pause(pending.size < before);
    }
    await this.#drop(outcome);
    if (this.#isInterrupted && waiting.length > 0) throw new Interruption();
    return outcome;
  }

  /**
   * Looks after every journaled step: what is not mined is sent again, as the same bytes, and
   * waited for. A step that failed leaves the journal, so that it may be signed again.
   * @returns what became of them, and how many have to wait until the clock is moved: a chain that
   *   was set back forgets its time, too
   */
  async finishJournaled(): Promise<{ readonly outcome: Outcome; readonly early: number }> {
    const { target, journal } = this.#context;
    const { outcome: found, unmined } = await this.readJournaled();
    const time = Number((await target.latestBlock()).timestamp);
    const lost = unmined.filter(({ step }) => journal.notBefore(step) <= time);
    const pending = new PendingSteps(this.#context);
    const pace = new Pace(this.#context);
    if (lost.length > 0) await target.requireSameChain();
    for (const signed of lost) await pending.send(signed);
    let outcome = found;
    while (pending.size > 0) {
      outcome = joinOutcomes([outcome, await pending.poll()]);
      await pending.resendDue();
      if (pending.size > 0) await pace.pause(false);
    }
    await this.#drop(outcome);
    return { outcome, early: unmined.length - lost.length };
  }

  /** What became of the journaled steps so far, and those in no block, in nonce order. Sends nothing. */
  async readJournaled(): Promise<{
    readonly outcome: Outcome;
    readonly unmined: readonly SignedStep[];
  }> {
    const { target, journal } = this.#context;
    const outcomes: Outcome[] = [];
    const unmined: SignedStep[] = [];
    for (const step of journal.steps) {
      const transactions = journal.transactions(step);
      const latest = transactions.at(-1);
      if (latest === undefined) continue;
      const receipt = await findReceipt(target, transactions);
      if (receipt !== undefined) outcomes.push(outcomeOf(latest, receipt));
      else unmined.push(latest);
    }
    return { outcome: joinOutcomes(outcomes), unmined: unmined.sort((a, b) => a.nonce - b.nonce) };
  }

  /** Signs with nonces that follow each other, and journals all at once; less if the user stops it. */
  async #sign(
    steps: readonly PlannedStep[],
    nonces: Map<string, number>,
  ): Promise<{ readonly signed: readonly SignedStep[]; readonly outcome: Outcome }> {
    const signed: SignedStep[] = [];
    if (steps.length === 0) return { signed, outcome: NO_OUTCOME };
    const { target, journal, fees: policy, onEvent } = this.#context;
    await target.requireSameChain();
    const fees = await newFees(target.provider, policy);
    const { chainId } = target.chain;
    const { transactionGasLimit } = journal.header;
    let outcome = NO_OUTCOME;
    for (const step of steps) {
      // A signer may be a person at a device.
      if (this.#isInterrupted) break;
      const { from, contractAddress } = step;
      const nonce = nonces.get(from) ?? (await target.transactionCount(from, "pending"));
      if (contractAddress !== undefined && !isCreatedAt(contractAddress, from, nonce)) {
        outcome = failure(step.step, `the account ${from} has sent other transactions meanwhile`);
        break;
      }
      nonces.set(from, nonce + 1);
      const terms = { chainId, nonce, fees, transactionGasLimit };
      signed.push(await signStep(signerFor(this.#context, from), step, terms));
    }
    await journal.sign(signed);
    for (const { step, from, nonce, hash: transactionHash } of signed) {
      onEvent({ type: "signed", step, from, nonce, transactionHash });
    }
    return { signed, outcome };
  }

  /** What failed can no longer be mined, and leaves the journal, so that it may be signed again. */
  async #drop({ failed }: Outcome): Promise<void> {
    const { journal } = this.#context;
    for (const step of failed.keys()) {
      if (journal.transactions(step).length > 0) await journal.drop(step);
    }
  }

  get #isInterrupted(): boolean {
    return this.#context.signal?.aborted === true;
  }
}

function isCreatedAt(address: string, from: string, nonce: number): boolean {
  return getCreateAddress({ from, nonce }).toLowerCase() === address.toLowerCase();
}

/** The next steps, as far as the window of their senders has room. */
function nextBatch(waiting: readonly PlannedStep[], pending: PendingSteps): PlannedStep[] {
  const batch: PlannedStep[] = [];
  for (const next of waiting) {
    const own = batch.filter(({ from }) => from === next.from).length;
    if (pending.countOf(next.from) + own >= WINDOW) break;
    batch.push(next);
  }
  return batch;
}
