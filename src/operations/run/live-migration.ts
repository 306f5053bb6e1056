import { DataFees } from "../../foundation/chain/data-fee.js";
import { forPolls } from "../../foundation/chain/incomplete-answers.js";
import { differenceOf } from "../../engine/execution/steps/agreed-plan.js";
import { StepwiseDeployer } from "../../engine/execution/deployers/stepwise-deployer.js";
import type { SendingContext } from "../../engine/execution/sending/context.js";
import type { Divergence } from "../../engine/execution/sending/divergence.js";
import { PlanSender } from "../../engine/execution/sending/plan-sender.js";
import {
  previewOf,
  requireFunds,
  type MigrationPreview,
} from "../../engine/execution/sending/preview.js";
import { gasLimitOfStep } from "../../engine/execution/sending/signing.js";
import { reportHigherFees } from "../../engine/execution/sending/raise-fee.js";
import { waitForOthers } from "../../engine/execution/sending/wait-for-others.js";
import type { Funding } from "../../engine/execution/deployers/ledger-deployer.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { transactionsOf, type Planned } from "../../engine/execution/steps/plan.js";
import type { StepLedger } from "../../engine/execution/steps/step-ledger.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import type { ResultSections } from "../../foundation/result/result.js";
import {
  DeclinedError,
  DivergenceError,
  InterruptionError,
  MigrationError,
  NotRehearsedError,
  WrongChainError,
} from "../../foundation/support/errors.js";
import { LeftBehind } from "./redeploy-taken.js";
import { unlessAborted } from "../../foundation/support/unless-aborted.js";
import { rehearse, type Rehearsal, type RehearsalTerms } from "./rehearse.js";
import { runMigration } from "./run-migration.js";
import { SentSteps, type SentTerms } from "./sent-steps.js";

/** The migration stops if the chain has differed this often, and no step was mined since the last rehearsal. */
const MOST_ROUNDS = 5;

/**
 * At the end, the test accounts have spent some of their funds, so their balances no longer show whether they were
 * funded.
 */
const ALL_FUNDED: Funding = { gasPrice: 0n, dataFee: 0n, fundsOf: () => Promise.resolve(0n) };

export interface LiveMigrationInputs extends Pick<
  RehearsalTerms,
  "facts" | "prepared" | "existing"
> {
  readonly sending: SendingContext;
  readonly sent: SentTerms;
  /** Whether to send if the chain cannot be rehearsed. */
  readonly allowUnrehearsed: (reason: string) => Promise<boolean>;
  /** Whether to continue if the chain differs from the preview; not set without a terminal to ask on. */
  readonly confirmDivergence:
    ((reason: string, preview: MigrationPreview) => Promise<boolean>) | undefined;
}

/** Rehearses a migration on a fork, sends it wave by wave, and reads the result back. */
export class LiveMigration {
  readonly #inputs: LiveMigrationInputs;
  readonly #sender: PlanSender;
  readonly #sent: SentSteps;
  readonly #dataFees: DataFees;
  /** The steps of the last rehearsal; undefined if the chain cannot be rehearsed. */
  #plan: readonly Planned[] | undefined;
  /** The plan that the user confirmed; undefined if there was no rehearsal. */
  #agreed: readonly Planned[] | undefined;
  #isAllowedUnrehearsed = false;
  readonly #leftBehind: LeftBehind;

  constructor(inputs: LiveMigrationInputs) {
    this.#inputs = inputs;
    this.#sender = new PlanSender(inputs.sending);
    this.#leftBehind = new LeftBehind(this.#sender.ledger, inputs.sending);
    this.#sent = new SentSteps(inputs.sending, this.ledger, inputs.sent);
    const { provider, chain } = inputs.sending.target;
    this.#dataFees = new DataFees(provider, chain.chainId);
  }

  /** The mined steps, with their gas. */
  get ledger(): StepLedger {
    return this.#sender.ledger;
  }

  /** Gas limit of the remaining steps; undefined if the chain could not be rehearsed. */
  get gasLeft(): bigint | undefined {
    if (this.#plan === undefined) return undefined;
    const { transactionGasLimit } = this.#inputs.sending.journal.header;
    return transactionsOf(this.#plan)
      .filter(({ step }) => !this.ledger.has(step))
      .reduce((sum, step) => sum + gasLimitOfStep(step, transactionGasLimit), 0n);
  }

  /** Previews the migration. Only reads: it does not even resend the journal's steps. */
  async preview(): Promise<MigrationPreview> {
    await this.#sender.readJournaled();
    return await this.#previewOf(await this.#rehearse());
  }

  /**
   * Runs the migration, or resumes it.
   * @param confirm gets a preview; nothing is signed or sent unless it answers yes
   * @throws DeclinedError if it answers no
   */
  async run(confirm: (preview: MigrationPreview) => Promise<boolean>): Promise<ResultSections> {
    const { sending, facts } = this.#inputs;
    const { journal, target } = sending;
    const unmined = await this.#sender.readJournaled();
    const isBehind = unmined.length > 0 || journal.clocks.size > 0;
    if (!isBehind) await waitForOthers(sending, facts.account);
    let rehearsal = await this.#rehearse();
    await this.#requireRehearsed(rehearsal);
    reportHigherFees(sending, unmined);
    const isNothingLeft = rehearsal.kind === "rehearsed" && rehearsal.plan.length === 0;
    if (!isNothingLeft || unmined.length > 0) await this.#ask(rehearsal, confirm);
    this.#agreed = this.#plan;
    if (isBehind) rehearsal = await this.#rehearseRest();
    for (let round = 1; rehearsal.kind === "rehearsed"; round++) {
      const before = this.ledger.size;
      const divergence = await this.#sender.send(rehearsal.plan);
      if (divergence === undefined) break;
      if (round >= MOST_ROUNDS && this.ledger.size === before) throw neverTheSame(divergence);
      rehearsal = await this.#goOnAfter(divergence);
    }
    // A reorganization may have dropped mined steps, so the journal's steps are sent again.
    await this.#sender.finishJournaled();
    const made = await this.#runStepwise(rehearsal.kind === "rehearsed");
    await target.requireSameChain();
    return made;
  }

  /** Rehearses the rest. If other accounts' transactions explain the difference, nobody has to confirm it. */
  async #goOnAfter(divergence: Divergence): Promise<Rehearsal> {
    const { confirmDivergence, sending } = this.#inputs;
    const { reason, isExplained, contract } = divergence;
    // If a step of ours created the contract, the rehearsal shows whether a stranger set it up.
    const isOwn = contract !== undefined && this.ledger.makerOf(contract) !== undefined;
    if (!isExplained && !isOwn && confirmDivergence === undefined) {
      // It may fail, and say why nothing can go on from here.
      await this.#rehearse();
      throw new DivergenceError(reason);
    }
    sending.onEvent({ type: "diverged", reason });
    return await this.#rehearseRest(divergence);
  }

  /** @param divergence a difference that the user has to confirm, unless it is explained */
  async #rehearseRest(divergence?: Divergence): Promise<Rehearsal> {
    const { sending, facts, confirmDivergence } = this.#inputs;
    await this.#sender.finishJournaled();
    await waitForOthers(sending, facts.account);
    const before = this.#leftBehind.count;
    if (divergence?.isUnproven === true) this.#leftBehind.add(divergence.contract);
    const rehearsal = await this.#rehearse();
    await this.#requireRehearsed(rehearsal);
    if (rehearsal.kind === "notRehearsed") return rehearsal;
    const isExplained = divergence?.isExplained !== false || this.#leftBehind.count > before;
    const reason = isExplained
      ? this.#agreed && differenceOf(this.#agreed, rehearsal.plan, this.ledger)
      : divergence.reason;
    if (reason === undefined) return rehearsal;
    if (confirmDivergence === undefined) throw new DivergenceError(reason);
    if (!(await confirmDivergence(reason, await this.#previewOf(rehearsal))))
      throw new DeclinedError();
    this.#agreed = this.#plan;
    return rehearsal;
  }

  /** @throws NotRehearsedError if nobody allows sending without a rehearsal */
  async #requireRehearsed(rehearsal: Rehearsal): Promise<void> {
    if (rehearsal.kind === "rehearsed" || this.#isAllowedUnrehearsed) return;
    const { reason } = rehearsal;
    if (!(await this.#inputs.allowUnrehearsed(reason))) throw new NotRehearsedError(reason);
    this.#isAllowedUnrehearsed = true;
  }

  async #rehearse(): Promise<Rehearsal> {
    const { sending, sent: _sent, ...inputs } = this.#inputs;
    const { target, polling, signal } = sending;
    const onEvent: OnEvent = (event) => {
      // It would go on for each step, although nobody waits for it any more.
      if (signal?.aborted === true) throw new InterruptionError();
      sending.onEvent(event);
    };
    const [found] = await Promise.all([
      target.blockSince(this.ledger.lastBlock, polling),
      this.#dataFees.detect(),
    ]);
    await this.#sender.readHidden(Number(found.number), this.#leftBehind.has);
    const isLate = this.ledger.lastBlock > Number(found.number);
    const block = isLate ? await target.blockSince(this.ledger.lastBlock, polling) : found;
    const { ledger } = this;
    const wasTaken = this.#leftBehind.has;
    const terms = { ...inputs, target, onEvent, ledger, wasTaken, funding: this.#funding };
    const rehearsed = async (): Promise<Rehearsal> => {
      try {
        return await rehearse(terms, block, this.#dataFees);
      } catch (error) {
        if (this.#leftBehind.addTaken(error)) return await rehearsed();
        // On another chain, steps fail for reasons that would mislead: contracts of mined steps are not there.
        await target.requireSameChain().catch((other: unknown) => {
          if (other instanceof WrongChainError) throw other;
        });
        throw error;
      }
    };
    const rehearsal = await unlessAborted(this.#sent.around(rehearsed), signal);
    this.#plan = rehearsal.kind === "rehearsed" ? rehearsal.plan : undefined;
    if (rehearsal.kind === "notRehearsed") {
      onEvent({ type: "notRehearsed", reason: rehearsal.reason });
    } else {
      // Only now, because it may fail for another reason, which another contract does not help.
      await this.#leftBehind.record();
      this.#sender.expect(rehearsal.plan);
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

  /** Checks that there is enough money, and asks the user to confirm. */
  async #ask(
    rehearsal: Rehearsal,
    confirm: (preview: MigrationPreview) => Promise<boolean>,
  ): Promise<void> {
    const { target, fees } = this.#inputs.sending;
    await fees.admit(await fees.quote(target.provider));
    const preview = await this.#previewOf(rehearsal);
    requireFunds(preview, target.chain);
    if (!(await confirm(preview))) throw new DeclinedError();
  }

  async #previewOf(rehearsal: Rehearsal): Promise<MigrationPreview> {
    const { facts, sending } = this.#inputs;
    const { target, journal, fees } = sending;
    const plan = rehearsal.kind === "rehearsed" ? rehearsal.plan : rehearsal.estimate;
    return previewOf(plan ?? [], {
      account: facts.account,
      balance: await target.balance(facts.account),
      gasPrice: (await fees.quote(target.provider)).price,
      feeCap: fees.cap,
      transactionGasLimit: journal.header.transactionGasLimit,
      stepsDone: this.ledger.size,
      confirmations: sending.confirmations,
      rehearsed: rehearsal.kind === "rehearsed",
      estimated: rehearsal.kind === "notRehearsed" && plan !== undefined,
    });
  }

  /**
   * Runs on the chain itself: reads the result and, without a rehearsal, sends the remaining steps. After a rehearsal,
   * no steps may remain, as the user has confirmed none of them.
   */
  async #runStepwise(isRehearsed: boolean): Promise<ResultSections> {
    const { sending, facts, prepared, existing } = this.#inputs;
    if (!isRehearsed) await this.#sent.look();
    const deployer = new StepwiseDeployer(
      sending.target,
      facts,
      { ledger: this.ledger, funding: isRehearsed ? ALL_FUNDED : this.#funding },
      async (planned) => {
        if (isRehearsed) throw new DivergenceError(`step ${planned.step} was not shown`);
        if (await this.#sent.has(planned)) return;
        const divergence = await this.#sender.send([planned]);
        if (divergence === undefined) return;
        throw new MigrationError(
          `Stopped: ${divergence.reason}. The journal is kept. Run the same command again to resume.`,
        );
      },
    );
    try {
      // A node that is behind shows the DAO before its last steps.
      const pause = forPolls(sending);
      for (;;) {
        try {
          return await runMigration(deployer, prepared, existing);
        } catch (error) {
          const isUnsafe = error instanceof UnsafeDaoError;
          if (!isUnsafe && !isRehearsed) throw error;
          // A provider that is on another chain for a moment shows no DAO.
          await sending.target.requireSameChain();
          const isDropped = await this.#sender.hasDropped();
          if (!(isUnsafe || isDropped) || !(await pause())) throw error;
          if (isDropped) await this.#sender.finishJournaled();
        }
      }
    } catch (error) {
      if (isRehearsed || !this.#leftBehind.addTaken(error)) throw error;
      await this.#leftBehind.record();
      return await this.#runStepwise(isRehearsed);
    }
  }
}

function neverTheSame({ reason }: Divergence): MigrationError {
  return new MigrationError(
    `The chain differed from the rehearsal ${MOST_ROUNDS} times in a row: ${reason}. Nothing more was sent. The ` +
      "journal is kept. Run the same command again to resume, with another node if it stays so.",
  );
}
