import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";
import { broadcastAll, broadcastStep } from "./broadcast.js";
import type { SendingContext } from "./context.js";
import { IdleMiner } from "./idle-miner.js";
import { isConfirmed } from "../../../foundation/chain/confirmations.js";
import { findReceipt, joinOutcomes, outcomeOf, outrun, type Outcome } from "./outcome.js";
import { Pending } from "./pending-transaction.js";
import { dueForRaise, HEAD, noteRefusal, raiseFee } from "./raise-fee.js";
import { isUsedByAnother, missingNonce } from "./used-nonce.js";
import type { Windows } from "./window.js";

/** Blocks between checks of whether a node still knows a transaction. */
const BLOCKS_BETWEEN_CHECKS = 2;

interface Poll {
  readonly block: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Transactions that were sent and do not have all their confirmations yet. */
export class PendingSteps {
  readonly #context: SendingContext;
  readonly #plan: readonly PlannedStep[];
  readonly #windows: Windows;
  readonly #idleMiner: IdleMiner;
  #pending: Pending[] = [];
  #last: Poll = { block: 0, counts: new Map() };
  /** When a new block was last seen, or the watching began, in milliseconds. */
  #blockAt: number;
  /** When a transaction of an account was last seen as mined, in milliseconds. */
  readonly #progress = new Map<string, number>();
  /** Number of mined transactions at the last poll, by account. */
  readonly #mined = new Map<string, number>();
  /** When, and at which block, held transactions were last sent. */
  #tried = { at: 0, block: -1 };

  /** @param plan the migration's steps, from which replacement transactions are signed */
  constructor(context: SendingContext, plan: readonly PlannedStep[], windows: Windows) {
    this.#context = context;
    this.#plan = plan;
    this.#windows = windows;
    this.#idleMiner = new IdleMiner(context);
    this.#blockAt = context.clock.now();
  }

  get size(): number {
    return this.#pending.length;
  }

  /** Number and total gas limit of an account's transactions that are in no block. */
  unminedOf(account: string): { readonly count: number; readonly gas: bigint } {
    const own = this.#unminedOf(account);
    return { count: own.length, gas: own.reduce((sum, { gas }) => sum + gas, 0n) };
  }

  /** Sends journaled steps in nonce order while the node has room, and keeps track of them. */
  async send(steps: readonly SignedStep[]): Promise<void> {
    const now = this.#context.clock.now();
    const entries = steps.map((latest) => new Pending(latest, now));
    const isWaiting = this.#pending.some(({ held }) => held);
    this.#pending.push(...entries);
    if (!isWaiting) await this.#sendHeld();
  }

  /** Keeps track of steps that are in blocks, but may lack confirmations. */
  watch(steps: readonly SignedStep[]): void {
    const now = this.#context.clock.now();
    this.#pending.push(...steps.map((latest) => new Pending(latest, now, true)));
  }

  /** Polls the chain once, and returns the steps that have their confirmations or failed. Sends nothing. */
  async poll(): Promise<Outcome> {
    const { target, onEvent } = this.#context;
    const senders = [...new Set(this.#pending.map(({ latest }) => latest.from))];
    // Concurrently, so that they share one batch request.
    const [block, ...found] = await Promise.all([
      target.blockNumber(),
      ...senders.map(async (from) => await target.transactionCount(from, "latest")),
    ]);
    const poll = {
      block,
      counts: new Map(senders.map((from, index) => [from, found[index] ?? 0])),
    };
    const outcomes = await Promise.all(this.#pending.map((entry) => this.#pollOne(entry, poll)));
    this.#pending = this.#pending.filter((_entry, index) => outcomes[index] === undefined);
    this.#noteProgress(poll);
    if (this.size > 0 && poll.block !== this.#last.block) {
      onEvent({ type: "waiting", count: this.size, blockNumber: poll.block });
    }
    if (poll.block !== this.#last.block) this.#blockAt = this.#context.clock.now();
    this.#last = poll;
    return joinOutcomes(outcomes.filter((outcome) => outcome !== undefined));
  }

  /** Sends again what is due since the last poll: unchanged at first, later with higher fees. */
  async resendDue(): Promise<void> {
    const { counts, block } = this.#last;
    for (const from of counts.keys()) await this.#findForgotten(from);
    const { target, clock, fees, repeatAfter } = this.#context;
    const now = clock.now();
    const heads = [...counts.keys()].flatMap((from) => this.#unminedOf(from).slice(0, HEAD));
    const sent = heads.filter(({ held }) => !held);
    if (sent.length > 0) {
      const since = Math.max(...sent.map(({ sentAt }) => sentAt), ...this.#progress.values());
      const steps = sent.map(({ latest }) => latest);
      await this.#idleMiner.mineIfIdle(since, steps, counts);
    } else if (this.#pending.some(({ mined }) => mined)) {
      await this.#idleMiner.confirmIfIdle(this.#blockAt);
    }
    const unmined = this.#pending.filter(({ mined }) => !mined).length;
    if (this.size > 0) this.#idleMiner.tellOfSilence(this.#blockAt, unmined);
    const stuck = dueForRaise(heads, this.#progress, now, fees);
    const due = heads.filter(
      (entry) => now - entry.sentAt >= repeatAfter && !stuck.includes(entry) && !entry.held,
    );
    const isTime = block !== this.#tried.block || now - this.#tried.at >= repeatAfter;
    const hasHeld = isTime && this.#pending.some(({ held }) => held);
    if (due.length + stuck.length === 0 && !hasHeld) return;
    await target.requireSameChain();
    const blocked = new Set<string>();
    for (const [from, count] of counts) if (!(await this.#closeGap(from, count))) blocked.add(from);
    for (const entry of due) {
      entry.sentAt = now;
      await broadcastStep(this.#context, entry.latest);
    }
    for (const entry of stuck) {
      const { from, step } = entry.latest;
      if (blocked.has(from)) throw missingNonce(step, from, counts.get(from) ?? 0);
      await raiseFee(this.#context, this.#plan, entry);
    }
    if (hasHeld) await this.#sendHeld();
  }

  #noteProgress({ counts }: Poll): void {
    const { clock } = this.#context;
    for (const [from, count] of counts) {
      const before = this.#mined.get(from);
      this.#mined.set(from, count);
      if (before === undefined || count <= before) continue;
      this.#progress.set(from, clock.now());
      this.#windows.of(from).grow(count - before);
    }
  }

  /** Sends held transactions in nonce order while the windows have room. */
  async #sendHeld(): Promise<void> {
    this.#tried = { at: this.#context.clock.now(), block: this.#last.block };
    for (const from of new Set(this.#pending.map(({ latest }) => latest.from))) {
      const window = this.#windows.of(from);
      const own = this.#unminedOf(from);
      const held = own.filter((entry) => entry.held);
      const kept = own.length - held.length;
      let gas = own.reduce((sum, entry) => sum + (entry.held ? 0n : entry.gas), 0n);
      const next = held.filter((entry, index) => {
        gas += entry.gas;
        return window.hasRoom(kept + index, gas, this.#windows.blockGasLimit);
      });
      await this.#sendNow(next, kept);
    }
  }

  /** @param kept number of the account's transactions that the node already has */
  async #sendNow(entries: readonly Pending[], kept: number): Promise<void> {
    const { target, clock, onEvent } = this.#context;
    const answers = await broadcastAll(
      target,
      entries.map(({ latest }) => latest),
    );
    const taken = answers.indexOf("full");
    for (const [index, entry] of entries.entries()) {
      const { from, step, hash: transactionHash } = entry.latest;
      entry.sentAt = clock.now();
      // Transactions after one that was not taken cannot be mined before it.
      entry.held = taken !== -1 && index >= taken;
      if (answers[index] === "sent") onEvent({ type: "sent", step, transactionHash });
      if (noteRefusal(this.#context, entry, answers[index])) {
        await raiseFee(this.#context, this.#plan, entry);
      }
      if (index === taken) this.#windows.of(from).shrink(kept + taken);
    }
  }

  #unminedOf(account: string): Pending[] {
    return this.#pending
      .filter(({ latest, mined }) => latest.from === account && !mined)
      .sort((a, b) => a.latest.nonce - b.latest.nonce);
  }

  async #pollOne(entry: Pending, { counts, block }: Poll): Promise<Outcome | undefined> {
    const { target, journal, confirmations } = this.#context;
    const { step, nonce, from } = entry.latest;
    const isRead = entry.mined && entry.readAt === block;
    entry.mined = false;
    if (nonce >= (counts.get(from) ?? 0)) return undefined;
    // Only new blocks bring confirmations.
    if (isRead) {
      entry.mined = true;
      return undefined;
    }
    entry.readAt = block;
    const twins = entry.twin === undefined ? [] : [{ ...entry.latest, hash: entry.twin }];
    const receipt = await findReceipt(target, [...journal.transactions(step), ...twins]);
    if (receipt !== undefined) {
      entry.mined = true;
      const isDeep = isConfirmed(Number(receipt.blockNumber), block, confirmations);
      return isDeep ? outcomeOf(entry.latest, receipt) : undefined;
    }
    if (!(await isUsedByAnother(this.#context, entry, block))) return undefined;
    return outrun(step, `its nonce ${nonce} was used by another transaction of ${from}`);
  }

  /**
   * Finds transactions that a node forgot: anvil drops those that did not fit into a block, and geth drops those of an
   * account with many when its pool fills. Every few blocks, this looks for what should be in the pool, and holds
   * everything from the first unknown transaction on.
   */
  async #findForgotten(from: string): Promise<void> {
    const { block } = this.#last;
    const { target } = this.#context;
    const own = this.#unminedOf(from).filter(({ held }) => !held);
    for (const entry of own) entry.checkedAt ??= block;
    const [first, last] = [own[0], own.at(-1)];
    if (first?.checkedAt === undefined || block < first.checkedAt + BLOCKS_BETWEEN_CHECKS) return;
    first.checkedAt = block;
    const knows = async (entry: Pending) => await target.knows(entry.latest.hash);
    if ((await knows(first)) && (last === undefined || (await knows(last)))) return;
    const known = await Promise.all(own.map(knows));
    const lost = known.indexOf(false);
    if (lost === -1) return;
    // If the first one is lost, it only did not fit into a block, which says nothing about the pool's size.
    if (lost > 0) this.#windows.of(from).shrink(Math.max(HEAD, lost));
    for (const entry of own.slice(lost)) entry.held = true;
    this.#tried.block = -1;
  }

  /**
   * Sends again our steps before an account's pending ones, because a reorganisation may have removed them.
   * @param count number of the account's mined transactions
   * @returns whether nonces allow the pending steps to be mined
   */
  async #closeGap(from: string, count: number): Promise<boolean> {
    const { target, journal } = this.#context;
    const own = this.#unminedOf(from);
    const first = Math.min(...own.map(({ latest }) => latest.nonce));
    if (own.length === 0 || first <= count) return true;
    for (const step of journal.steps) {
      const latest = journal.transactions(step).at(-1);
      if (latest?.from !== from || latest.nonce < count || latest.nonce >= first) continue;
      await broadcastStep(this.#context, latest);
    }
    return (await target.transactionCount(from, "pending")) > count;
  }
}
