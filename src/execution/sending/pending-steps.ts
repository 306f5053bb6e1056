import { formatUnits } from "ethers";

import {
  FEE_CAP_FACTOR,
  highestPrice,
  isStuck,
  replacementFees,
  type Fees,
} from "../../chain/fees.js";
import { FeeCapError, MigrationError } from "../../support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import { broadcast } from "./broadcast.js";
import { signerFor, type SendingContext } from "./context.js";
import { failure, findReceipt, joinOutcomes, outcomeOf, type Outcome } from "./outcome.js";
import { feesOf, signAgain } from "./signing.js";

/** Polls that find a nonce used and no receipt, until the transaction that used it is looked for. */
const PATIENCE = 4;
/** And until a node that cannot show it is given up. */
const LAST_POLL = 40;

/** Blocks after which a node is asked whether it still knows a transaction. */
const BLOCKS_BETWEEN_CHECKS = 2;

interface Pending {
  latest: SignedStep;
  /** When it was signed last, and sent last; milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Polls at which its nonce was used and no receipt was found. */
  missed: number;
  /** It is in a block, but has not all its confirmations. */
  mined: boolean;
  /** The block at which the node was last asked for it. */
  checkedAt: number | undefined;
  /** When its fees reached the cap; milliseconds. */
  cappedAt: number | undefined;
}

/** What the chain said at the last poll. */
interface Poll {
  readonly block: number;
  /** Mined transactions by account. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Transactions that have been sent and do not have all their confirmations. */
export class PendingSteps {
  readonly #context: SendingContext;
  #pending: Pending[] = [];
  #last: Poll = { block: 0, counts: new Map() };

  constructor(context: SendingContext) {
    this.#context = context;
  }

  get size(): number {
    return this.#pending.length;
  }

  /** How many transactions of an account are in no block. */
  countOf(account: string): number {
    return this.#unminedOf(account).length;
  }

  /** Sends a journaled step, and looks after it from then on. */
  async send(signed: SignedStep): Promise<void> {
    const now = this.#context.clock.now();
    const entry: Pending = {
      latest: signed,
      signedAt: now,
      sentAt: now,
      missed: 0,
      mined: false,
      checkedAt: undefined,
      cappedAt: undefined,
    };
    this.#pending.push(entry);
    if ((await this.#broadcast(signed)) === "underpriced") await this.#raise(entry);
  }

  /** Asks the chain once, and returns what has its confirmations or has failed. Sends nothing. */
  async poll(): Promise<Outcome> {
    const { target, onEvent } = this.#context;
    const counts = new Map<string, number>();
    for (const from of new Set(this.#pending.map(({ latest }) => latest.from))) {
      counts.set(from, await target.transactionCount(from, "latest"));
    }
    const poll = { block: await target.blockNumber(), counts };
    const outcomes = await Promise.all(this.#pending.map((entry) => this.#pollOne(entry, poll)));
    this.#pending = this.#pending.filter((_entry, index) => outcomes[index] === undefined);
    if (this.size > 0 && poll.block !== this.#last.block) {
      onEvent({ type: "waiting", count: this.size, blockNumber: poll.block });
    }
    this.#last = poll;
    return joinOutcomes(outcomes.filter((outcome) => outcome !== undefined));
  }

  /** Sends again what is due since the last poll: as it is at first, with raised fees later. */
  async resendDue(): Promise<void> {
    const { counts } = this.#last;
    for (const from of counts.keys()) await this.#findForgotten(from);
    const { target, clock, fees, repeatAfter } = this.#context;
    const now = clock.now();
    const unmined = this.#pending.filter(({ mined }) => !mined);
    const stuck = unmined.filter(({ signedAt }) => isStuck(signedAt, now, fees));
    const due = unmined.filter(
      (entry) => now - entry.sentAt >= repeatAfter && !stuck.includes(entry),
    );
    if (due.length + stuck.length === 0) return;
    await target.requireSameChain();
    const blocked = new Set<string>();
    for (const [from, count] of counts) {
      if (!(await this.#closeGap(from, count))) blocked.add(from);
    }
    for (const entry of due) {
      entry.sentAt = now;
      await this.#broadcast(entry.latest);
    }
    for (const entry of stuck) {
      const { from, step } = entry.latest;
      if (blocked.has(from)) throw missingNonce(step, from, counts.get(from) ?? 0);
      await this.#raise(entry);
    }
  }

  #unminedOf(account: string): Pending[] {
    return this.#pending.filter(({ latest, mined }) => latest.from === account && !mined);
  }

  async #pollOne(entry: Pending, { counts, block }: Poll): Promise<Outcome | undefined> {
    const { target, journal, confirmations } = this.#context;
    const { step, nonce, from } = entry.latest;
    entry.mined = false;
    if (nonce >= (counts.get(from) ?? 0)) return undefined;
    const receipt = await findReceipt(target, journal.transactions(step));
    if (receipt !== undefined) {
      entry.mined = true;
      const isDeep = block - Number(receipt.blockNumber) + 1 >= confirmations;
      return isDeep ? outcomeOf(entry.latest, receipt) : undefined;
    }
    if (!(await this.#isUsedByAnother(entry))) return undefined;
    return failure(step, `its nonce ${nonce} was used by another transaction of ${from}`);
  }

  /**
   * Whether the nonce of a step is gone. It is believed only of the very transaction that used it,
   * on the chain of the migration: a node that lags behind, or a provider that talks to another
   * chain, must not have a step made twice.
   */
  async #isUsedByAnother(entry: Pending): Promise<boolean> {
    if (++entry.missed < PATIENCE) return false;
    const { target, journal } = this.#context;
    const { step, from, nonce } = entry.latest;
    await target.requireSameChain();
    const user = await target.transactionOfNonce(from, nonce, journal.header.firstBlock);
    await target.requireSameChain();
    if (user !== undefined) return !journal.transactions(step).some(({ hash }) => hash === user);
    if (entry.missed < LAST_POLL) return false;
    throw new MigrationError(
      `The nonce ${nonce} of ${from} is used, but the node shows neither step ${step} nor another transaction that ` +
        "used it. Nothing more was sent. Run the same command again later, or with another node.",
    );
  }

  /**
   * Nodes forget transactions: anvil drops those for which a block had no room. What should have been
   * mined by now is looked for, once in a few blocks, and sent again at once if it is not known.
   */
  async #findForgotten(from: string): Promise<void> {
    const { block } = this.#last;
    const own = this.#unminedOf(from);
    for (const entry of own) entry.checkedAt ??= block;
    const first = own.sort((a, b) => a.latest.nonce - b.latest.nonce)[0];
    if (first?.checkedAt === undefined || block < first.checkedAt + BLOCKS_BETWEEN_CHECKS) return;
    first.checkedAt = block;
    if (await this.#context.target.knows(first.latest.hash)) return;
    for (const entry of own) entry.sentAt = 0;
  }

  /**
   * Steps of ours that come before the pending ones of an account are sent again: a reorganisation
   * may have taken them back.
   * @param count mined transactions of the account
   * @returns whether the pending steps can be mined, as far as nonces go
   */
  async #closeGap(from: string, count: number): Promise<boolean> {
    const { target, journal } = this.#context;
    const own = this.#unminedOf(from);
    const first = Math.min(...own.map(({ latest }) => latest.nonce));
    if (own.length === 0 || first <= count) return true;
    for (const step of journal.steps) {
      const latest = journal.transactions(step).at(-1);
      if (latest?.from !== from || latest.nonce < count || latest.nonce >= first) continue;
      await this.#broadcast(latest);
    }
    return (await target.transactionCount(from, "pending")) > count;
  }

  /** Replaces a transaction by one with a higher fee, until the node takes it or the cap is reached. */
  async #raise(entry: Pending): Promise<void> {
    const { target, fees: policy, clock } = this.#context;
    for (;;) {
      entry.sentAt = entry.signedAt = clock.now();
      const paid = feesOf(entry.latest);
      const fees = await replacementFees(target.provider, paid, policy);
      const capped = atTheCap(entry.latest.step, highestPrice(paid), policy.cap);
      if (fees !== undefined) await this.#replace(entry, fees);
      else if (isStuck((entry.cappedAt ??= clock.now()), clock.now(), policy)) throw capped;
      if ((await this.#broadcast(entry.latest)) === "sent") return;
      if (fees === undefined) throw capped;
    }
  }

  async #replace(entry: Pending, fees: Fees): Promise<void> {
    const { journal, onEvent } = this.#context;
    const { step, from } = entry.latest;
    const replacement = await signAgain(signerFor(this.#context, from), entry.latest, fees);
    await journal.sign([replacement]);
    entry.latest = replacement;
    const price = highestPrice(fees);
    onEvent({ type: "feeRaised", step, price, transactionHash: replacement.hash });
  }

  async #broadcast(signed: SignedStep): Promise<"sent" | "underpriced"> {
    const { target, onEvent } = this.#context;
    const answer = await broadcast(target, signed);
    const { step, hash: transactionHash } = signed;
    if (answer === "sent") onEvent({ type: "sent", step, transactionHash });
    return answer;
  }
}

function atTheCap(step: string, paid: bigint, cap: bigint): FeeCapError {
  return new FeeCapError(
    `Step ${step} is pending at ${gwei(paid)}; the fee cap is ${gwei(cap)} (${FEE_CAP_FACTOR}x the initial fee). ` +
      "Sending stopped. Run the same command again to resume with a cap based on current fees.",
    { step, paid, cap },
  );
}

function gwei(wei: bigint): string {
  return `${formatUnits(wei, "gwei")} gwei`;
}

function missingNonce(step: string, from: string, nonce: number): MigrationError {
  return new MigrationError(
    `Step ${step} cannot be mined: the transaction of ${from} with nonce ${nonce}, which is not of this migration, was ` +
      "pending and is gone. Send it again, or another one with that nonce, then run the same command again.",
  );
}
