import { forPolls } from "../../../foundation/chain/incomplete-answers.js";
import { InterruptionError } from "../../../foundation/support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import {
  transactionsOf,
  type Planned,
  type PlannedClock,
  type PlannedStep,
} from "../steps/plan.js";
import { wavesOf } from "../steps/waves.js";
import type { MinedStep } from "../steps/step.js";
import { StepLedger } from "../steps/step-ledger.js";
import type { SendingContext } from "./context.js";
import { divergenceBefore, divergenceOf, type Divergence } from "./divergence.js";
import { joinOutcomes, NO_OUTCOME, type Outcome } from "./outcome.js";
import { StepSender } from "./step-sender.js";

/** Sends plans wave by wave, and keeps the ledger of steps on the chain. */
export class PlanSender {
  /** Steps on the chain, with the gas that they used. */
  readonly ledger = new StepLedger();
  readonly #sending: SendingContext;
  readonly #sender: StepSender;
  /** The steps that this run's rehearsals planned. */
  readonly #planned: PlannedStep[] = [];
  #total = 0;

  constructor(sending: SendingContext) {
    this.#sending = sending;
    this.#sender = new StepSender(sending);
  }

  /** Records the remaining steps that a rehearsal found. */
  expect(plan: readonly Planned[]): void {
    const transactions = transactionsOf(plan);
    this.#planned.push(...transactions);
    const left = transactions.filter(({ step }) => !this.ledger.has(step));
    this.#total = this.ledger.size + left.length;
  }

  /** Adds the journaled steps to the ledger; returns those in no block, in nonce order. Sends nothing. */
  async readJournaled(): Promise<readonly SignedStep[]> {
    const { outcome, unmined } = await this.#sender.readJournaled();
    this.#enter(outcome);
    return unmined;
  }

  /**
   * Reads journaled steps again whose nonces are used in a block, although the node returned no receipt: of several nodes
   * behind one address, one may be behind. A rehearsal on that block would take such a step for one that a stranger
   * prevents. Stops after some attempts, because a wallet may have replaced the step.
   * @param isLeft whether a step's contract is left behind, so that the step is not read again
   */
  async readHidden(block: number, isLeft: (step: string) => boolean): Promise<void> {
    const { journal, target } = this.#sending;
    const pause = forPolls(this.#sending);
    const left = journal.steps.filter((step) => isLeft(step) && !this.ledger.has(step));
    for (let isOver = false; !isOver;) {
      const unread = journal.steps
        .filter((step) => !this.ledger.has(step) && !left.includes(step))
        .flatMap((step) => journal.transactions(step).slice(-1));
      const used = await Promise.all(
        unread.map(async ({ from, nonce }) => {
          return nonce < ((await target.countAfter(from, block)) ?? 0);
        }),
      );
      if (!used.includes(true)) return;
      isOver = !(await pause());
      await this.readJournaled();
      for (const step of left) this.ledger.remove(step);
    }
  }

  /** Whether a reorganization dropped steps of the journal that had all their confirmations, so that they are pending. */
  async hasDropped(): Promise<boolean> {
    return (await this.#sender.readJournaled()).unmined.length > 0;
  }

  /** Sends what the journal holds and waits for it, moving the chain's clock if it was set back. */
  async finishJournaled(): Promise<Outcome> {
    const { journal, target } = this.#sending;
    let all = NO_OUTCOME;
    for (;;) {
      const { outcome, early } = await this.#sender.finishJournaled(this.#planned);
      all = joinOutcomes([all, outcome]);
      this.#enter(outcome);
      for (const [step, time] of journal.clocks) {
        await target.moveClock(time);
        this.ledger.addClock(step);
      }
      if (early === 0) return all;
    }
  }

  /**
   * Sends the steps of a plan; returns the difference from the rehearsal, if there is one.
   * @throws InterruptionError between two waves
   */
  async send(plan: readonly Planned[]): Promise<Divergence | undefined> {
    for (const wave of wavesOf(plan)) {
      if (this.#sending.signal?.aborted === true) throw new InterruptionError();
      const divergence =
        wave[0]?.kind === "clock"
          ? await this.#moveClock(wave[0])
          : await this.#sendWave(transactionsOf(wave));
      if (divergence !== undefined) return divergence;
    }
    return undefined;
  }

  async #moveClock({ step, seconds }: PlannedClock): Promise<undefined> {
    const { journal, target } = this.#sending;
    const time = Number((await target.latestBlock()).timestamp) + seconds;
    await journal.moveClock(step, time);
    await target.moveClock(time);
    this.ledger.addClock(step);
  }

  async #sendWave(steps: readonly PlannedStep[]): Promise<Divergence | undefined> {
    const [first] = steps;
    const difference = await this.#compared(
      async () =>
        first?.restsOn && (await divergenceBefore(this.#sending, first, this.ledger.lastBlock)),
    );
    if (difference !== undefined) return difference;
    const outcome = await this.#sender.send(steps, (step, one) => {
      this.#enter({ mined: new Map([[step, one]]), failed: new Map() });
      this.#notifyMined(step, one);
    });
    for (const step of outcome.failed.keys()) this.ledger.remove(step);
    return await this.#compared(
      async (later) => await divergenceOf(this.#sending, steps, joinOutcomes([outcome, later])),
    );
  }

  /** Compares again if steps were dropped, once they are mined again. */
  async #compared(
    compare: (later: Outcome) => Promise<Divergence | undefined>,
  ): Promise<Divergence | undefined> {
    const divergence = await compare(NO_OUTCOME);
    if (divergence === undefined || !(await this.hasDropped())) return divergence;
    const later = await this.finishJournaled();
    const failed = await divergenceOf(this.#sending, this.#planned, { ...later, mined: new Map() });
    return failed ?? (await compare(later));
  }

  #notifyMined(step: string, { transactionHash, blockNumber, gasUsed, fee }: MinedStep): void {
    const count = this.ledger.size;
    const total = Math.max(this.#total, count);
    this.#sending.onEvent({
      type: "mined",
      ...{ step, count, total, blockNumber, gasUsed, transactionHash },
      ...(fee !== undefined && { fee }),
    });
  }

  #enter({ mined, failed }: Outcome): void {
    for (const step of failed.keys()) this.ledger.remove(step);
    for (const [step, result] of mined) {
      const [transaction] = this.#sending.journal.transactions(step);
      if (transaction !== undefined) this.ledger.add(step, transaction.call, result);
    }
  }
}
