import { currentGasPrice, suggestFees } from "../chain/fees.js";
import { StepwiseDeployer } from "../execution/deployers/stepwise-deployer.js";
import type { SendingContext } from "../execution/sending/context.js";
import type { Outcome } from "../execution/sending/outcome.js";
import { previewOf, requireFunds, type Preview } from "../execution/sending/preview.js";
import { StepSender } from "../execution/sending/step-sender.js";
import { waitForOthers } from "../execution/sending/wait-for-others.js";
import type { Funding } from "../execution/steps/funding.js";
import {
  wavesOf,
  type Planned,
  type PlannedClock,
  type PlannedStep,
} from "../execution/steps/plan.js";
import { sameOutcome } from "../execution/steps/same-outcome.js";
import { StepLedger } from "../execution/steps/step-ledger.js";
import type { ChainFacts, MinedStep } from "../execution/steps/step.js";
import type { ResultSections } from "../result/result.js";
import { Declined, Interruption, MigrationError } from "../support/errors.js";
import type { PreparedMigration } from "./prepare.js";
import { rehearse, type Rehearsal } from "./rehearse.js";
import { runMigration } from "./run-migration.js";

/** Rehearsals in a row that may come to nothing before the migration stops. */
const MOST_ROUNDS = 5;

export interface LiveMigrationInputs {
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  readonly sending: SendingContext;
}

/** Rehearses a migration on a fork, sends it wave by wave, and reads the result back. */
export class LiveMigration {
  readonly #inputs: LiveMigrationInputs;
  readonly #sender: StepSender;
  readonly #ledger = new StepLedger();
  /** Steps of the whole migration. */
  #total = 0;

  constructor(inputs: LiveMigrationInputs) {
    this.#inputs = inputs;
    this.#sender = new StepSender(inputs.sending);
  }

  /** Steps on the chain, and the gas that they took. */
  get ledger(): StepLedger {
    return this.#ledger;
  }

  /** What the migration would do. Only reads: not even what the journal holds is sent again. */
  async preview(): Promise<Preview> {
    this.#enter((await this.#sender.readJournaled()).outcome);
    return await this.#previewOf(await this.#rehearse());
  }

  /**
   * Runs the migration, or resumes it.
   * @param confirm shown what is about to happen; nothing is signed or sent unless it answers yes
   * @throws Declined where it answers no
   */
  async run(confirm: (preview: Preview) => Promise<boolean>): Promise<ResultSections> {
    const { journal, target } = this.#inputs.sending;
    const { outcome, unmined } = await this.#sender.readJournaled();
    this.#enter(outcome);
    const isBehind = unmined.length > 0 || journal.clocks.size > 0;
    if (!isBehind) await this.#waitForOthers();
    let rehearsal = await this.#rehearse();
    const isNothingLeft = rehearsal.kind === "rehearsed" && rehearsal.plan.length === 0;
    if (!isNothingLeft || unmined.length > 0) await this.#ask(rehearsal, confirm);
    if (isBehind) rehearsal = await this.#rehearseRest();
    for (let round = 1; rehearsal.kind === "rehearsed"; round++) {
      const before = this.#ledger.size;
      const divergence = await this.#send(rehearsal.plan);
      if (divergence === undefined) break;
      if (round >= MOST_ROUNDS && this.#ledger.size === before) throw neverTheSame(divergence);
      this.#inputs.sending.onEvent({ type: "diverged", reason: divergence });
      rehearsal = await this.#rehearseRest();
    }
    // A reorganisation may have taken back what was mined: what is journaled is sent again.
    await this.#finishJournaled();
    const made = await this.#runStepwise();
    await target.requireSameChain();
    return made;
  }

  /** Sends what the journal holds and waits for it, until the chain's clock is where it was. */
  async #finishJournaled(): Promise<void> {
    const { journal, target } = this.#inputs.sending;
    for (;;) {
      const { outcome, early } = await this.#sender.finishJournaled();
      this.#enter(outcome);
      for (const [step, time] of journal.clocks) {
        await target.moveClock(time);
        this.#ledger.addClock(step);
      }
      if (early === 0) return;
    }
  }

  async #waitForOthers(): Promise<void> {
    const { sending, facts } = this.#inputs;
    await waitForOthers(sending, facts.account);
  }

  async #rehearseRest(): Promise<Rehearsal> {
    await this.#finishJournaled();
    await this.#waitForOthers();
    return await this.#rehearse();
  }

  async #rehearse(): Promise<Rehearsal> {
    const { sending, ...inputs } = this.#inputs;
    const { target, onEvent, polling } = sending;
    const block = await target.blockSince(this.#ledger.lastBlock, polling);
    const ledger = this.#ledger;
    const terms = { ...inputs, target, onEvent, ledger, funding: this.#funding };
    const rehearsal = await rehearse(terms, block);
    if (rehearsal.kind === "notRehearsed") {
      onEvent({ type: "notRehearsed", reason: rehearsal.reason });
    } else {
      const left = transactionsOf(rehearsal.plan).filter(({ step }) => !ledger.has(step));
      this.#total = ledger.size + left.length;
    }
    return rehearsal;
  }

  get #funding(): Funding {
    const { journal, target } = this.#inputs.sending;
    return {
      gasPrice: journal.header.fundingGasPrice,
      fundsOf: async (account) => await target.balance(account),
    };
  }

  /** Is there enough money, and does the user want it? */
  async #ask(rehearsal: Rehearsal, confirm: (preview: Preview) => Promise<boolean>): Promise<void> {
    const preview = await this.#previewOf(rehearsal);
    requireFunds(preview, this.#inputs.sending.target.chain);
    if (!(await confirm(preview))) throw new Declined();
  }

  async #previewOf(rehearsal: Rehearsal): Promise<Preview> {
    const { facts, sending } = this.#inputs;
    const { target, journal, fees } = sending;
    return previewOf(rehearsal.kind === "rehearsed" ? rehearsal.plan : [], {
      account: facts.account,
      balance: await target.balance(facts.account),
      gasPrice: await currentGasPrice(target.provider, fees.gasPrice),
      fees: await suggestFees(target.provider, fees.gasPrice),
      feeCap: fees.cap,
      transactionGasLimit: journal.header.transactionGasLimit,
      stepsDone: this.#ledger.size,
      rehearsed: rehearsal.kind === "rehearsed",
    });
  }

  /** Sends the steps of a plan; returns what differed from the rehearsal, if something did. */
  async #send(plan: readonly Planned[]): Promise<string | undefined> {
    for (const wave of wavesOf(plan)) {
      if (this.#inputs.sending.signal?.aborted === true) throw new Interruption();
      const divergence =
        wave[0]?.kind === "clock"
          ? await this.#moveClock(wave[0])
          : await this.#sendWave(transactionsOf(wave));
      if (divergence !== undefined) return divergence;
    }
    return undefined;
  }

  async #moveClock({ step, seconds }: PlannedClock): Promise<undefined> {
    const { journal, target } = this.#inputs.sending;
    const time = Number((await target.latestBlock()).timestamp) + seconds;
    await journal.moveClock(step, time);
    await target.moveClock(time);
    this.#ledger.addClock(step);
  }

  async #sendWave(steps: readonly PlannedStep[]): Promise<string | undefined> {
    const { mined, failed } = await this.#sender.send(steps, (step, one) => {
      this.#enter({ mined: new Map([[step, one]]), failed: new Map() });
      this.#tellMined(step, one);
    });
    for (const step of failed.keys()) this.#ledger.remove(step);
    for (const [step, reason] of failed) return `step ${step} failed, ${reason}`;
    for (const step of steps) {
      const done = mined.get(step.step);
      if (done !== undefined && !sameOutcome(step, done)) {
        return `step ${step.step} left other events or another contract`;
      }
    }
    return undefined;
  }

  #tellMined(step: string, { transactionHash, blockNumber, gasUsed, fee }: MinedStep): void {
    const count = this.#ledger.size;
    const total = Math.max(this.#total, count);
    const known = { step, count, total, blockNumber, gasUsed, transactionHash };
    this.#inputs.sending.onEvent({
      type: "mined",
      ...known,
      ...(fee !== undefined && { fee }),
    });
  }

  #enter({ mined, failed }: Outcome): void {
    for (const step of failed.keys()) this.#ledger.remove(step);
    for (const [step, result] of mined) {
      const [transaction] = this.#inputs.sending.journal.transactions(step);
      if (transaction !== undefined) this.#ledger.add(step, transaction.call, result);
    }
  }

  /** Runs over the chain itself: does what is left, if anything is, and reads the result. */
  async #runStepwise(): Promise<ResultSections> {
    const { sending, facts, prepared, existing } = this.#inputs;
    const deployer = new StepwiseDeployer(
      sending.target,
      facts,
      this.#ledger,
      this.#funding,
      async (planned) => {
        const divergence = await this.#send([planned]);
        if (divergence === undefined) return;
        throw new MigrationError(
          `Stopped: ${divergence}. The journal is kept. Run the same command again to resume.`,
        );
      },
    );
    return await runMigration(deployer, prepared, existing);
  }
}

function transactionsOf(plan: readonly Planned[]): readonly PlannedStep[] {
  return plan.filter((planned) => planned.kind === "transaction");
}

function neverTheSame(divergence: string): MigrationError {
  return new MigrationError(
    `The chain differs from the rehearsal, ${MOST_ROUNDS} times in a row: ${divergence}. Nothing more was sent. The ` +
      "journal is kept. Run the same command again to resume.",
  );
}
