import { DataFees } from "../chain/data-fee.js";
import { quoteFees } from "../chain/fees.js";
import { AgreedPlan } from "../execution/steps/agreed-plan.js";
import { StepwiseDeployer } from "../execution/deployers/stepwise-deployer.js";
import type { SendingContext } from "../execution/sending/context.js";
import { divergenceOf, type Divergence } from "../execution/sending/divergence.js";
import type { Outcome } from "../execution/sending/outcome.js";
import { requireNothingLost } from "../execution/sending/lost-steps.js";
import { previewOf, requireFunds, type Preview } from "../execution/sending/preview.js";
import { gasLimitOfStep } from "../execution/sending/signing.js";
import { tellOfHigherFees } from "../execution/sending/signed-above-cap.js";
import { StepSender } from "../execution/sending/step-sender.js";
import { waitForOthers } from "../execution/sending/wait-for-others.js";
import type { Funding } from "../execution/steps/funding.js";
import {
  wavesOf,
  type Planned,
  type PlannedClock,
  type PlannedStep,
} from "../execution/steps/plan.js";
import { StepLedger } from "../execution/steps/step-ledger.js";
import type { ChainFacts, MinedStep } from "../execution/steps/step.js";
import type { ResultSections } from "../result/result.js";
import {
  Declined,
  DivergenceError,
  Interruption,
  MigrationError,
  NotRehearsedError,
} from "../support/errors.js";
import type { PreparedMigration } from "./prepare.js";
import { unlessAborted } from "../support/unless-aborted.js";
import { withDataFees } from "./with-data-fees.js";
import { rehearse, type Rehearsal } from "./rehearse.js";
import { runMigration } from "./run-migration.js";

/** Rehearsals in a row that may come to nothing before the migration stops. */
const MOST_ROUNDS = 5;

/** Test accounts that were funded, or needed nothing, have spent some of it by the end. */
const ALL_FUNDED: Funding = { gasPrice: 0n, dataFee: 0n, fundsOf: () => Promise.resolve(0n) };

export interface LiveMigrationInputs {
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  readonly sending: SendingContext;
  /** Whether to send where the chain cannot be rehearsed. */
  readonly allowUnrehearsed: (reason: string) => Promise<boolean>;
  /** Whether to go on where the chain differs from what was shown; absent where there is nobody to ask. */
  readonly confirmDivergence: ((reason: string, preview: Preview) => Promise<boolean>) | undefined;
}

/** Rehearses a migration on a fork, sends it wave by wave, and reads the result back. */
export class LiveMigration {
  readonly #inputs: LiveMigrationInputs;
  readonly #sender: StepSender;
  readonly #dataFees: DataFees;
  readonly #ledger = new StepLedger();
  /** What was rehearsed last; undefined where the chain cannot be. */
  #plan: readonly Planned[] | undefined;
  /** What the user said yes to; undefined where that could not be rehearsed. */
  #agreed: AgreedPlan | undefined;
  #isAllowedUnrehearsed = false;
  /** What the rehearsals of this run asked for. */
  readonly #planned: PlannedStep[] = [];
  /** Steps of the whole migration. */
  #total = 0;

  constructor(inputs: LiveMigrationInputs) {
    this.#inputs = inputs;
    this.#sender = new StepSender(inputs.sending);
    const { provider, chain } = inputs.sending.target;
    this.#dataFees = new DataFees(provider, chain.chainId);
  }

  /** Steps on the chain, and the gas that they took. */
  get ledger(): StepLedger {
    return this.#ledger;
  }

  /** The gas that what is left asks for; undefined where the chain could not be rehearsed. */
  get gasLeft(): bigint | undefined {
    if (this.#plan === undefined) return undefined;
    const { transactionGasLimit } = this.#inputs.sending.journal.header;
    return transactionsOf(this.#plan)
      .filter(({ step }) => !this.#ledger.has(step))
      .reduce((sum, step) => sum + gasLimitOfStep(step, transactionGasLimit), 0n);
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
    await this.#requireRehearsed(rehearsal);
    tellOfHigherFees(this.#inputs.sending, unmined);
    const isNothingLeft = rehearsal.kind === "rehearsed" && rehearsal.plan.length === 0;
    if (!isNothingLeft || unmined.length > 0) await this.#ask(rehearsal, confirm);
    this.#agree(rehearsal);
    if (isBehind) rehearsal = await this.#rehearseRest();
    for (let round = 1; rehearsal.kind === "rehearsed"; round++) {
      const before = this.#ledger.size;
      const divergence = await this.#send(rehearsal.plan);
      if (divergence === undefined) break;
      if (round >= MOST_ROUNDS && this.#ledger.size === before) throw neverTheSame(divergence);
      rehearsal = await this.#goOnAfter(divergence);
    }
    // A reorganisation may have taken back what was mined: what is journaled is sent again.
    await this.#finishJournaled();
    const made = await this.#runStepwise(rehearsal.kind === "rehearsed");
    await target.requireSameChain();
    return made;
  }

  /** Sends what the journal holds and waits for it, until the chain's clock is where it was. */
  async #finishJournaled(): Promise<void> {
    const { journal, target } = this.#inputs.sending;
    for (;;) {
      const { outcome, early } = await this.#sender.finishJournaled(this.#planned);
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

  #agree(rehearsal: Rehearsal): void {
    this.#agreed = rehearsal.kind === "rehearsed" ? new AgreedPlan(rehearsal.plan) : undefined;
  }

  /** Rehearses the rest, which nobody has to agree to again if others' transactions explain the difference. */
  async #goOnAfter({ reason, isExplained }: Divergence): Promise<Rehearsal> {
    const { confirmDivergence, sending } = this.#inputs;
    if (!isExplained && confirmDivergence === undefined) throw new DivergenceError(reason);
    sending.onEvent({ type: "diverged", reason });
    return await this.#rehearseRest(isExplained ? undefined : reason);
  }

  /** @param divergence what the user has to agree to in any case */
  async #rehearseRest(divergence?: string): Promise<Rehearsal> {
    await this.#finishJournaled();
    await this.#waitForOthers();
    const rehearsal = await this.#rehearse();
    await this.#requireRehearsed(rehearsal);
    if (rehearsal.kind === "notRehearsed") return rehearsal;
    const reason = divergence ?? this.#agreed?.differenceOf(rehearsal.plan, this.#ledger);
    if (reason === undefined) return rehearsal;
    const { confirmDivergence } = this.#inputs;
    if (confirmDivergence === undefined) throw new DivergenceError(reason);
    if (!(await confirmDivergence(reason, await this.#previewOf(rehearsal)))) throw new Declined();
    this.#agree(rehearsal);
    return rehearsal;
  }

  /** @throws NotRehearsedError where nobody wants to send without a rehearsal */
  async #requireRehearsed(rehearsal: Rehearsal): Promise<void> {
    if (rehearsal.kind === "rehearsed" || this.#isAllowedUnrehearsed) return;
    const { reason } = rehearsal;
    if (!(await this.#inputs.allowUnrehearsed(reason))) throw new NotRehearsedError(reason);
    this.#isAllowedUnrehearsed = true;
  }

  async #rehearse(): Promise<Rehearsal> {
    const { sending, ...inputs } = this.#inputs;
    const { target, onEvent, polling } = sending;
    const [block] = await Promise.all([
      target.blockSince(this.#ledger.lastBlock, polling),
      this.#dataFees.detect(),
    ]);
    const ledger = this.#ledger;
    const terms = { ...inputs, target, onEvent, ledger, funding: this.#funding };
    const going = rehearse(terms, block).then(
      async (rehearsed) => await withDataFees(rehearsed, this.#dataFees),
    );
    const rehearsal = await unlessAborted(going, sending.signal);
    this.#plan = rehearsal.kind === "rehearsed" ? rehearsal.plan : undefined;
    if (rehearsal.kind === "notRehearsed") {
      onEvent({ type: "notRehearsed", reason: rehearsal.reason });
    } else {
      this.#planned.push(...transactionsOf(rehearsal.plan));
      await requireNothingLost(sending, rehearsal.plan);
      const left = transactionsOf(rehearsal.plan).filter(({ step }) => !ledger.has(step));
      this.#total = ledger.size + left.length;
    }
    return rehearsal;
  }

  get #funding(): Funding {
    const { journal, target } = this.#inputs.sending;
    return {
      gasPrice: journal.header.fundingGasPrice,
      dataFee: journal.header.fundingDataFee ?? 0n,
      fundsOf: async (account) => await target.balance(account),
    };
  }

  /** Is there enough money, and does the user want it? */
  async #ask(rehearsal: Rehearsal, confirm: (preview: Preview) => Promise<boolean>): Promise<void> {
    const { target, fees } = this.#inputs.sending;
    await fees.admit(await quoteFees(target.provider, fees.gasPrice));
    const preview = await this.#previewOf(rehearsal);
    requireFunds(preview, target.chain);
    if (!(await confirm(preview))) throw new Declined();
  }

  async #previewOf(rehearsal: Rehearsal): Promise<Preview> {
    const { facts, sending } = this.#inputs;
    const { target, journal, fees } = sending;
    const plan = rehearsal.kind === "rehearsed" ? rehearsal.plan : rehearsal.estimate;
    return previewOf(plan ?? [], {
      account: facts.account,
      balance: await target.balance(facts.account),
      gasPrice: (await quoteFees(target.provider, fees.gasPrice)).price,
      feeCap: fees.cap,
      transactionGasLimit: journal.header.transactionGasLimit,
      stepsDone: this.#ledger.size,
      rehearsed: rehearsal.kind === "rehearsed",
      estimated: rehearsal.kind === "notRehearsed" && plan !== undefined,
    });
  }

  /** Sends the steps of a plan; returns what differed from the rehearsal, if something did. */
  async #send(plan: readonly Planned[]): Promise<Divergence | undefined> {
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

  async #sendWave(steps: readonly PlannedStep[]): Promise<Divergence | undefined> {
    const outcome = await this.#sender.send(steps, (step, one) => {
      this.#enter({ mined: new Map([[step, one]]), failed: new Map() });
      this.#tellMined(step, one);
    });
    for (const step of outcome.failed.keys()) this.#ledger.remove(step);
    return await divergenceOf(this.#inputs.sending, steps, outcome);
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

  /**
   * Runs over the chain itself: reads the result, and without a rehearsal does what is left. After one,
   * nothing is left that the user has seen.
   */
  async #runStepwise(isRehearsed: boolean): Promise<ResultSections> {
    const { sending, facts, prepared, existing } = this.#inputs;
    const deployer = new StepwiseDeployer(
      sending.target,
      facts,
      this.#ledger,
      isRehearsed ? ALL_FUNDED : this.#funding,
      async (planned) => {
        if (isRehearsed) throw new DivergenceError(`step ${planned.step} was not shown`);
        await requireNothingLost(sending, [planned]);
        const divergence = await this.#send([planned]);
        if (divergence === undefined) return;
        throw new MigrationError(
          `Stopped: ${divergence.reason}. The journal is kept. Run the same command again to resume.`,
        );
      },
    );
    return await runMigration(deployer, prepared, existing);
  }
}

function transactionsOf(plan: readonly Planned[]): readonly PlannedStep[] {
  return plan.filter((planned) => planned.kind === "transaction");
}

function neverTheSame({ reason }: Divergence): MigrationError {
  return new MigrationError(
    `The chain differs from the rehearsal, ${MOST_ROUNDS} times in a row: ${reason}. Nothing more was sent. The ` +
      "journal is kept. Run the same command again to resume.",
  );
}
