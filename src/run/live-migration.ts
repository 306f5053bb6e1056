import { formatEther } from "ethers";

import { MigrationError } from "../support/errors.js";
import type { PreparedMigration } from "./prepare.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import { runMigration } from "./run-migration.js";
import { currentGasPrice, suggestFees } from "../chain/fees.js";
import type { Funding } from "../execution/steps/funding.js";
import { Interruption } from "../execution/sending/interruption.js";
import type { Journal } from "../execution/journal/journal.js";
import type { Outcome } from "../execution/sending/pending-steps.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { Planned, PlannedClock, PlannedStep } from "../execution/steps/plan.js";
import { previewOf, type Preview } from "../execution/sending/preview.js";
import { RehearsalDeployer } from "../execution/deployers/rehearsal-deployer.js";
import { ConnectionError } from "../chain/rpc-error.js";
import type { Signer } from "../chain/signer.js";
import type { SenderOptions } from "../execution/sending/sender-options.js";
import { StepLedger } from "../execution/steps/step-ledger.js";
import { StepSender } from "../execution/sending/step-sender.js";
import { StepwiseDeployer } from "../execution/deployers/stepwise-deployer.js";
import type { Target } from "../chain/target.js";
import type { ResultSections } from "../result/result.js";
import type { ChainFacts, MinedStep } from "../execution/steps/step.js";
import { Fork } from "../execution/fork/fork.js";

/** Rehearsals in a row that may come to nothing before it is said what keeps them from it. */
const MOST_ROUNDS = 5;

export interface LiveMigrationInputs {
  readonly target: Target;
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  /** By address. */
  readonly signers: ReadonlyMap<string, Signer>;
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  readonly journal: Journal;
  readonly options: SenderOptions;
  /** Stop once it is known what would be done; nothing is sent, not even what the journal holds. */
  readonly dryRun: boolean;
  /** Shown what is about to happen; nothing is sent unless it answers yes. */
  readonly confirm: (preview: Preview) => Promise<boolean>;
  readonly onEvent: OnEvent;
}

/** A migration of which nothing was sent, because whoever was asked said no. */
export class Declined extends MigrationError {
  override readonly name = "Declined";
}

/** A chain that cannot be forked, and what keeps it from that. */
class NoFork {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Rehearses a migration on a fork, makes it on the chain wave by wave, and reads the result back. */
export class LiveMigration {
  readonly #inputs: LiveMigrationInputs;
  readonly #ledger = new StepLedger();
  readonly #sender: StepSender;
  #total = 0;
  #count = 0;
  #asked = false;

  constructor(inputs: LiveMigrationInputs) {
    this.#inputs = inputs;
    const { target, journal, signers, options } = inputs;
    this.#sender = new StepSender(target, journal, signers, options);
  }

  get #funding(): Funding {
    const { target, journal } = this.#inputs;
    return {
      gasPrice: BigInt(journal.header.fundingGasPrice),
      fundsOf: async (account) => await target.balance(account),
    };
  }

  /** Steps on the chain, and the gas that they took. */
  get ledger(): StepLedger {
    return this.#ledger;
  }

  async run(): Promise<ResultSections> {
    const { dryRun, facts, onEvent } = this.#inputs;
    for (let round = 1; ; round++) {
      if (dryRun) this.#enter((await this.#sender.look()).outcome);
      else {
        await this.#settle();
        await this.#sender.waitForOthers(facts.account);
      }
      const before = this.#ledger.size;
      const plan = await this.#rehearse();
      if (plan instanceof NoFork) {
        onEvent({ type: "notRehearsed", reason: plan.reason });
        await this.#ask([]);
        break;
      }
      if (plan.length > 0 || dryRun) await this.#ask(plan);
      if (plan.length === 0) break;
      const divergence = await this.#make(plan);
      if (divergence === undefined) break;
      if (round >= MOST_ROUNDS && this.#ledger.size === before) {
        throw new MigrationError(
          `The chain does not do what the rehearsal did, ${MOST_ROUNDS} times over: ${divergence}. Nothing more is ` +
            "sent. The journal is kept: the same command goes on from here.",
        );
      }
      onEvent({ type: "diverged", reason: divergence });
    }
    // A reorganisation may have taken back what was mined: what is journaled is sent again.
    await this.#settle();
    const made = await this.#runStepwise();
    await this.#inputs.target.requireSameChain();
    return made;
  }

  /** What a journal says was sent: waits for it, and enters it into the ledger. */
  async #settle(): Promise<void> {
    const { journal, target } = this.#inputs;
    for (;;) {
      const { outcome, early } = await this.#sender.settle();
      this.#enter(outcome);
      for (const [step, time] of journal.clocks) {
        await target.moveClock(time);
        this.#ledger.addClock(step);
      }
      if (early === 0) return;
    }
  }

  /** The steps that are left. */
  async #rehearse(): Promise<readonly Planned[] | NoFork> {
    const { target, facts, prepared, existing, options, onEvent } = this.#inputs;
    const block = await target.blockSince(this.#ledger.lastBlock, options.polling);
    let fork: Fork | undefined;
    try {
      fork = await Fork.open(target.provider, target.chain.chainId, block);
      const deployer = new RehearsalDeployer(fork, facts, this.#ledger, this.#funding);
      await runMigration(deployer, prepared, existing).catch((error: unknown) => {
        // On the fork: the chain has no such DAO, and no result says so.
        throw error instanceof UnsafeDaoError ? new MigrationError(error.message) : error;
      });
      const anew = deployer.plan.map(({ step }) => step).filter((step) => this.#ledger.has(step));
      if (anew.length > 0) onEvent({ type: "repeated", steps: anew });
      return deployer.plan;
    } catch (error) {
      // Only what the target refused can be a lack of the target; anything else is the migration's.
      const refusal = fork === undefined ? (error as Error) : fork.refusal;
      if (refusal === undefined || refusal instanceof ConnectionError) throw error;
      return new NoFork(refusal.message);
    } finally {
      await fork?.close();
    }
  }

  /** Once, before the first step: is there enough money, and is it to be done? */
  async #ask(plan: readonly Planned[]): Promise<void> {
    this.#total = this.#ledger.size + plan.filter(({ kind }) => kind === "transaction").length;
    if (this.#asked) return;
    this.#asked = true;
    const { target, facts, journal, options, confirm, dryRun } = this.#inputs;
    const preview = previewOf(plan, {
      account: facts.account,
      balance: await target.balance(facts.account),
      gasPrice: await currentGasPrice(target.provider, options.gasPrice),
      fees: await suggestFees(target.provider, options.gasPrice),
      transactionGasLimit: BigInt(journal.header.transactionGasLimit),
      stepsDone: this.#ledger.size,
    });
    if (preview.balance < preview.balanceNeeded && !dryRun) {
      throw new MigrationError(
        `The account ${preview.account} owns ${formatEther(preview.balance)} and needs up to ` +
          `${formatEther(preview.balanceNeeded)} of the chain's currency: ` +
          `${formatEther(preview.balanceNeeded - preview.balance)} are missing. Nothing was sent.`,
      );
    }
    if (!(await confirm(preview)) || dryRun) throw new Declined("Nothing was sent.");
  }

  /** Makes the steps of a plan; returns what differed from the rehearsal, where something did. */
  async #make(plan: readonly Planned[]): Promise<string | undefined> {
    for (const wave of waves(plan)) {
      if (this.#inputs.options.signal?.aborted === true) {
        throw new Interruption(
          "Interrupted. What was sent is mined and in the journal: run the same command again to go on.",
        );
      }
      const divergence =
        wave[0]?.kind === "clock"
          ? await this.#makeClock(wave[0])
          : await this.#makeSteps(wave as readonly PlannedStep[]);
      if (divergence !== undefined) return divergence;
    }
    return undefined;
  }

  async #makeClock({ step, seconds }: PlannedClock): Promise<undefined> {
    const { journal, target } = this.#inputs;
    const time = Number((await target.latestBlock()).timestamp) + seconds;
    await journal.moveClock(step, time);
    await target.moveClock(time);
    this.#ledger.addClock(step);
  }

  async #makeSteps(steps: readonly PlannedStep[]): Promise<string | undefined> {
    const outcome = await this.#sender.send(steps, (step, mined) => {
      this.#tellMined(step, mined);
    });
    this.#enter(outcome);
    for (const [step, reason] of outcome.failed) return `step ${step} failed, ${reason}`;
    for (const step of steps) {
      const mined = outcome.mined.get(step.step);
      if (mined !== undefined && !sameOutcome(step, mined)) {
        return `step ${step.step} left other events or another contract`;
      }
    }
    return undefined;
  }

  #tellMined(step: string, mined: MinedStep): void {
    const { transactionHash, blockNumber, gasUsed, fee } = mined;
    const count = ++this.#count;
    const total = this.#total;
    const known = { step, count, total, blockNumber, gasUsed, transactionHash };
    this.#inputs.onEvent({ type: "mined", ...known, ...(fee !== undefined && { fee }) });
  }

  #enter({ mined, failed }: Outcome): void {
    for (const step of failed.keys()) this.#ledger.remove(step);
    for (const [step, result] of mined) {
      const [transaction] = this.#inputs.journal.transactions(step);
      if (transaction !== undefined) this.#ledger.add(step, transaction.call, result);
    }
  }

  /** Runs over the chain itself: makes what is left, if anything is, and reads the result. */
  async #runStepwise(): Promise<ResultSections> {
    const { target, facts, prepared, existing } = this.#inputs;
    const deployer = new StepwiseDeployer(
      target,
      facts,
      this.#ledger,
      this.#funding,
      async (planned) => {
        const divergence = await this.#make([planned]);
        if (divergence !== undefined) {
          throw new MigrationError(
            `${divergence}. The journal is kept: the same command goes on from here.`,
          );
        }
      },
    );
    return await runMigration(deployer, prepared, existing);
  }
}

function waves(plan: readonly Planned[]): Planned[][] {
  const grouped: Planned[][] = [];
  for (const planned of plan) {
    const last = grouped.at(-1);
    if (last?.[0]?.wave === planned.wave) last.push(planned);
    else grouped.push([planned]);
  }
  return grouped;
}

/** Whether a step created what it did in the rehearsal and left the same events. */
function sameOutcome(planned: PlannedStep, mined: MinedStep): boolean {
  const created = (address: string | undefined) => address?.toLowerCase();
  if (
    planned.contractAddress !== undefined &&
    created(planned.contractAddress) !== created(mined.contractAddress)
  ) {
    return false;
  }
  const text = (logs: MinedStep["logs"]) =>
    JSON.stringify(logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data]));
  return planned.logs.length === 0 || text(planned.logs) === text(mined.logs);
}
