import {
  findSentBefore,
  requireSeen,
  type SentBefore,
} from "../../engine/execution/sending/sent-before.js";
import type { SendingContext } from "../../engine/execution/sending/context.js";
import { transactionsOf, type Planned } from "../../engine/execution/steps/plan.js";
import { areOurs, foreignTo, type TakenStep } from "../../engine/execution/steps/done-before.js";
import type { StepLedger } from "../../engine/execution/steps/step-ledger.js";
import type { ResultSections } from "../../foundation/result/result.js";
import type { PreparedChange } from "../change/propose-change.js";
import { DeclinedError, MigrationError, SentBeforeError } from "../../foundation/support/errors.js";
import type { Rehearsal } from "./rehearse.js";

/** Steps of a migration that its account has sent, although there is no journal of them. */
export interface FoundSteps {
  readonly account: string;
  /** Their names, in order. */
  readonly steps: readonly string[];
  /** The last block with one of them. */
  readonly blockNumber: number;
}

/** What to do about steps that the account has sent and the journal does not have. */
export interface SentTerms {
  /**
   * `take`: the journal lost them, so they are added to it. `ask`: there is no journal, so the user decides. `decided`:
   * they are on the chain from which a change was decided, so they are no steps of it. `ignore`: the user wants to send
   * everything again.
   */
  readonly mode: "take" | "ask" | "decided" | "ignore";
  /** Whether the result file has a contract already. */
  readonly isRecorded: (address: string) => boolean;
  /** The base that the migration builds on. Its contracts emit events of every DAO on it. */
  readonly base?: ResultSections["base"];
  /** Whether to continue with the found steps; absent if nobody can be asked. */
  readonly confirm?: (found: FoundSteps) => Promise<boolean>;
  readonly requireNoneMeanwhile?: PreparedChange["requireNoneMeanwhile"];
}

/** Keeps steps from being sent twice, whatever happened to the journal: what the account sent counts as done. */
export class SentSteps {
  readonly #sending: SendingContext;
  readonly #ledger: StepLedger;
  readonly #terms: SentTerms;

  constructor(sending: SendingContext, ledger: StepLedger, terms: SentTerms) {
    this.#sending = sending;
    this.#ledger = ledger;
    this.#terms = terms;
  }

  /** What is found once this run has sent steps, or found some, are steps that one of several nodes did not have. */
  get #mode(): SentTerms["mode"] {
    const { mode } = this.#terms;
    return mode === "ask" && this.#sending.journal.steps.length > 0 ? "take" : mode;
  }

  /**
   * Rehearses with what the account has sent before.
   * @throws SentBeforeError if there is no journal, and nobody can be asked; DeclinedError if the answer is no
   */
  async around(rehearse: () => Promise<Rehearsal>): Promise<Rehearsal> {
    const before = await this.look();
    let rehearsal: Rehearsal | undefined;
    let failure: unknown;
    try {
      rehearsal = await rehearse();
    } catch (error) {
      failure = error;
    }
    // The rehearsal leaves a contract behind that a stranger has taken.
    const taken = this.#ledger.taken.filter(({ step }) => this.#ledger.has(step));
    this.#ledger.offer([]);
    const { isRecorded, base = {} } = this.#terms;
    const builtOn = Object.values(base);
    if (areOurs(taken, this.#mode === "take", isRecorded, builtOn)) {
      if (rehearsal === undefined) throw this.#cannotContinue(taken, failure);
      this.#requireSame(taken, before, rehearsal, builtOn);
      await this.#accept(taken);
    } else {
      for (const { step } of taken) this.#ledger.remove(step);
      if (taken.length > 0) rehearsal = await rehearse();
      else if (rehearsal === undefined) throw failure;
    }
    const plan = rehearsal.kind === "rehearsed" ? rehearsal.plan : rehearsal.estimate;
    await requireSeen(this.#sending, before, plan ?? []);
    // Nothing has shown which of them are steps, so each step is looked for among them before it is sent.
    if (rehearsal.kind === "notRehearsed") this.#sending.journal.searched.clear();
    return rehearsal;
  }

  /**
   * Offers to the ledger what the account has sent before. Steps are not sent after what it sends later without looking
   * again.
   * @throws MigrationError if the account has proposed something since a change was decided
   */
  async look(): Promise<SentBefore> {
    const { target, journal } = this.#sending;
    const { account } = journal.header;
    const mode = this.#mode;
    if (mode === "ignore") return NOTHING;
    if (mode === "decided") journal.searched.set(account, await target.minedCount(account));
    const before = mode === "decided" ? NOTHING : await findSentBefore(this.#sending, this.#ledger);
    this.#ledger.offer(before.offered, journal.steps.length === 0);
    // Another machine with the same key may carry out the same change. Others may propose what they like.
    await this.#terms.requireNoneMeanwhile?.(
      (from, hash) => from !== account || journal.knows(hash),
    );
    return before;
  }

  /** Whether a step is among what {@link look} found. */
  async has(planned: Planned): Promise<boolean> {
    if (planned.kind === "clock") return false;
    const before = this.#ledger.taken.length;
    if (this.#ledger.minedAs(planned, planned.call) === undefined) return false;
    await this.#accept(this.#ledger.taken.slice(before));
    return true;
  }

  /** Asks if there is no journal; then adds the steps to it. */
  async #accept(taken: readonly TakenStep[]): Promise<void> {
    const { journal, onEvent } = this.#sending;
    const { confirm } = this.#terms;
    const found = foundOf(taken);
    if (this.#mode === "ask") {
      if (confirm === undefined) throw new SentBeforeError(foundText(found) + HOW, found);
      if (!(await confirm(found))) throw new DeclinedError();
    }
    await journal.sign(
      taken.map(({ step, from, nonce, call, hash, raw }) => ({
        step,
        from,
        nonce,
        call,
        hash,
        raw,
      })),
    );
    onEvent({ type: "stepsFound", ...found });
  }

  /** Without a journal, only the chain tells whether these steps were sent with the parameters of today. */
  #requireSame(
    taken: readonly TakenStep[],
    { offered }: SentBefore,
    rehearsal: Rehearsal,
    builtOn: readonly unknown[],
  ): void {
    if (this.#mode !== "ask" || rehearsal.kind !== "rehearsed") return;
    const foreign = foreignTo(taken, offered, transactionsOf(rehearsal.plan), builtOn);
    const [first] = foreign;
    if (first === undefined) return;
    const found = foundOf(taken);
    throw new SentBeforeError(
      `${foundText(found)}It then sent ${foreign.length === 1 ? "another transaction" : `${foreign.length} others`} to the same ` +
        `contracts, the first with nonce ${first.nonce} (${first.hash}), which a migration with these parameters does not ` +
        `send. The DAO would be neither as then nor as now. ${AS_THEN}`,
      found,
    );
  }

  #cannotContinue(taken: readonly TakenStep[], failure: unknown): unknown {
    if (!(failure instanceof MigrationError) || failure.constructor !== MigrationError)
      return failure;
    const { message } = failure;
    return new SentBeforeError(
      `${foundText(foundOf(taken))}The remaining steps cannot follow: ${message} ${AS_THEN}`,
      foundOf(taken),
    );
  }
}

const NOTHING: SentBefore = { offered: [], unseen: [] };

const AS_THEN =
  "Nothing was sent. Run the same command again with the same parameters as then, or pass --restart to send everything again.";

const HOW =
  "Nothing was sent. To continue with them, restore the journal from a copy, or run the same command on a terminal " +
  "without --yes. To send everything again, pass --restart.";

function foundOf(taken: readonly TakenStep[]): FoundSteps {
  return {
    account: taken[0]?.from ?? "",
    steps: taken.map(({ step }) => step),
    blockNumber: Math.max(...taken.map(({ result }) => result.blockNumber)),
  };
}

/** What was found, as a sentence and a space. */
export function foundText({ account, steps, blockNumber }: FoundSteps): string {
  const names =
    steps.length === 1
      ? `the step ${steps[0]}`
      : `${steps.length} steps (${steps[0]} to ${steps.at(-1)})`;
  return (
    `The account ${account} has already sent ${names} of this migration on this chain, the last in block ${blockNumber}, but ` +
    "there is no journal of them. "
  );
}
