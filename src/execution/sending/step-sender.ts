import { setTimeout as sleep } from "node:timers/promises";

import { getCreateAddress } from "ethers";

import { MigrationError } from "../../support/errors.js";
import { capFees, suggestFees } from "../../chain/fees.js";
import { Interruption } from "./interruption.js";
import type { Journal, SignedStep } from "../journal/journal.js";
import { PendingSteps, receiptOf, settleStep, type Outcome } from "./pending-steps.js";
import type { PlannedStep } from "../steps/plan.js";
import type { SenderOptions } from "./sender-options.js";
import { signStep } from "./signing.js";
import type { Signer } from "../../chain/signer.js";
import type { Target } from "../../chain/target.js";
import type { MinedStep } from "../steps/step.js";

/** Nodes promise room for about 16 pending transactions of an account. */
const WINDOW = 16;
/** The shortest wait between two looks at the chain, in milliseconds. */
const SHORTEST_POLLING = 25;
/** After an interruption, what was sent is waited for this long at most, in milliseconds. */
const LAST_WAIT = 60_000;

/**
 * Signs, journals, sends and confirms steps. The order is what makes it safe: bytes are on the disk
 * before they leave, and what is journaled is only ever sent again as it is, or under its own nonce.
 */
export class StepSender {
  readonly #target: Target;
  readonly #journal: Journal;
  readonly #signers: ReadonlyMap<string, Signer>;
  readonly #options: SenderOptions;

  constructor(
    target: Target,
    journal: Journal,
    signers: ReadonlyMap<string, Signer>,
    options: SenderOptions,
  ) {
    this.#target = target;
    this.#journal = journal;
    this.#signers = signers;
    this.#options = options;
  }

  /**
   * Makes the steps of one wave: signs and sends them in nonce order, a window at a time, and waits
   * until they are mined. After a failure nothing new is sent, and neither is a contract that would
   * come to another address than in the rehearsal: what follows was made for that address.
   * @param onMined told of each step once it is mined deep enough
   */
  async send(
    steps: readonly PlannedStep[],
    onMined: (step: string, mined: MinedStep) => void,
  ): Promise<Outcome> {
    const waiting = [...steps];
    const pending = this.#pendingSteps();
    const outcome: Outcome = { mined: new Map(), failed: new Map() };
    const nonces = new Map<string, number>();
    const mayGoOn = () => !this.#interrupted && outcome.failed.size === 0;
    const reported = new Set<string>();
    let wait = SHORTEST_POLLING;
    while (pending.size > 0 || (waiting.length > 0 && mayGoOn())) {
      if (mayGoOn()) {
        const batch = takeBatch(waiting, pending);
        for (const signed of await this.#sign(batch, nonces, outcome)) await pending.send(signed);
      }
      const before = pending.size;
      await pending.look(outcome);
      for (const [step, mined] of outcome.mined) {
        if (!reported.has(step)) onMined(step, mined);
        reported.add(step);
      }
      wait = pending.size < before ? SHORTEST_POLLING : Math.min(wait * 2, this.#options.polling);
      if (pending.size > 0) await this.#pause(wait);
    }
    await this.#drop(outcome);
    if (this.#interrupted && waiting.length > 0) throw interruption();
    return outcome;
  }

  /**
   * Looks after every journaled step: what is not mined is sent again, as the same bytes, and
   * waited for. A step that failed leaves the journal, so that it may be made anew.
   * @returns what became of them, and how many have to wait until the clock is moved: a chain that
   *   was set back forgets its time, too
   */
  async settle(): Promise<{ readonly outcome: Outcome; readonly early: number }> {
    const { outcome, lost: all } = await this.look();
    const time = Number((await this.#target.latestBlock()).timestamp);
    const lost = all.filter(({ step }) => this.#journal.notBefore(step) <= time);
    const pending = this.#pendingSteps();
    if (lost.length > 0) await this.#target.requireSameChain();
    for (const signed of lost) await pending.send(signed);
    let wait = SHORTEST_POLLING;
    while (pending.size > 0) {
      await pending.look(outcome);
      wait = Math.min(wait * 2, this.#options.polling);
      if (pending.size > 0) await this.#pause(wait);
    }
    await this.#drop(outcome);
    return { outcome, early: all.length - lost.length };
  }

  /** What became of the journaled steps so far; those that are in no block, in the order of their nonces. */
  async look(): Promise<{ readonly outcome: Outcome; readonly lost: readonly SignedStep[] }> {
    const outcome: Outcome = { mined: new Map(), failed: new Map() };
    const lost: SignedStep[] = [];
    for (const step of this.#journal.steps) {
      const transactions = this.#journal.transactions(step);
      const receipt = await receiptOf(this.#target, transactions);
      if (receipt !== undefined) settleStep(step, receipt, outcome.mined, outcome.failed);
      else lost.push(...transactions.slice(-1));
    }
    return { outcome, lost: lost.sort((a, b) => a.nonce - b.nonce) };
  }

  /** Waits until an account has no pending transactions: those of other programs, once ours are settled. */
  async waitForOthers(account: string): Promise<void> {
    const deadline = Date.now() + this.#options.raiseAfter;
    for (let told = false; ; told = true) {
      const mined = await this.#target.transactionCount(account, "latest");
      const waiting = (await this.#target.transactionCount(account, "pending")) - mined;
      if (waiting <= 0) return;
      if (Date.now() > deadline) {
        throw new MigrationError(
          `The account ${account} has ${waiting} pending transactions that are not of this migration, and they are ` +
            "not mined. Nothing more was sent. Wait for them or replace them, then run the same command again.",
        );
      }
      if (!told) this.#options.onEvent({ type: "waitingForOthers", account, count: waiting });
      await this.#pause(this.#options.polling);
    }
  }

  /** Signs with nonces that follow each other, and journals all at once. */
  async #sign(
    steps: readonly PlannedStep[],
    nonces: Map<string, number>,
    { failed }: Outcome,
  ): Promise<readonly SignedStep[]> {
    if (steps.length === 0) return [];
    await this.#target.requireSameChain();
    const { gasPrice, feeCap } = this.#options;
    const fees = capFees(await suggestFees(this.#target.provider, gasPrice), feeCap);
    const signed: SignedStep[] = [];
    for (const step of steps) {
      const { from, contractAddress } = step;
      const nonce = nonces.get(from) ?? (await this.#target.transactionCount(from, "pending"));
      nonces.set(from, nonce + 1);
      if (contractAddress !== undefined && !isCreatedAt(contractAddress, from, nonce)) {
        failed.set(step.step, `the account ${from} has sent other transactions meanwhile`);
        break;
      }
      const terms = {
        chainId: this.#target.chain.chainId,
        nonce,
        fees,
        transactionGasLimit: BigInt(this.#journal.header.transactionGasLimit),
      };
      signed.push(await signStep(this.#signerOf(step.from), step, terms));
    }
    await this.#journal.sign(signed);
    return signed;
  }

  #pendingSteps(): PendingSteps {
    return new PendingSteps(this.#target, this.#journal, this.#signers, this.#options);
  }

  /** What failed can happen no more, and leaves the journal, so that it may be made anew. */
  async #drop({ failed }: Outcome): Promise<void> {
    for (const step of failed.keys()) {
      if (this.#journal.transactions(step).length > 0) await this.#journal.drop(step);
    }
  }

  #signerOf(account: string): Signer {
    const signer = this.#signers.get(account);
    if (signer === undefined) throw new MigrationError(`There is no key to sign for ${account}.`);
    return signer;
  }

  get #interrupted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  #interruptedAt: number | undefined;

  /** Waits, but not for ever once somebody wants to stop. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#interrupted) {
      this.#interruptedAt ??= Date.now();
      if (Date.now() - this.#interruptedAt > LAST_WAIT) throw interruption();
    }
    await sleep(milliseconds);
  }
}

function isCreatedAt(address: string, from: string, nonce: number): boolean {
  return getCreateAddress({ from, nonce }).toLowerCase() === address.toLowerCase();
}

/** The next steps, as far as the window of their senders has room. */
function takeBatch(waiting: PlannedStep[], pending: PendingSteps): PlannedStep[] {
  const batch: PlannedStep[] = [];
  for (;;) {
    const [next] = waiting;
    if (next === undefined) return batch;
    const own = batch.filter(({ from }) => from === next.from).length;
    if (pending.countOf(next.from) + own >= WINDOW) return batch;
    batch.push(next);
    waiting.shift();
  }
}

function interruption(): Interruption {
  return new Interruption(
    "Interrupted. What was sent is in the journal: run the same command again to go on from there.",
  );
}
