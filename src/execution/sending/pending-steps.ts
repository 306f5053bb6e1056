import { formatUnits } from "ethers";

import { MigrationError } from "../../support/errors.js";
import { broadcast } from "./broadcast.js";
import { highestPrice, raiseFees, suggestFees } from "../../chain/fees.js";
import type { Journal, SignedStep } from "../journal/journal.js";
import type { RpcReceipt } from "../../chain/rpc-types.js";
import type { Signer } from "../../chain/signer.js";
import type { SenderOptions } from "./sender-options.js";
import { feesOf, signAgain } from "./signing.js";
import type { Target } from "../../chain/target.js";
import type { MinedStep } from "../steps/step.js";

/** Looks at the chain that find a nonce used and no receipt, until the user of the nonce is searched. */
const PATIENCE = 4;
/** And until a node that cannot tell who used it is given up. */
const LAST_LOOK = 40;

/** Blocks after which a node is asked whether it still knows a transaction. */
const BLOCKS_BETWEEN_CHECKS = 2;

/** What became of some steps. */
export interface Outcome {
  readonly mined: Map<string, MinedStep>;
  /** Steps that are still to be made, and why: their transaction reverted, or its nonce is gone. */
  readonly failed: Map<string, string>;
}

interface Pending {
  latest: SignedStep;
  /** When it was signed first and last, and last sent; milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Looks at the chain at which its nonce was used and no receipt was found. */
  missed: number;
  /** It is in a block, but not deep enough. */
  mined: boolean;
  /** The block at which the node was last looked at for it. */
  checkedAt: number | undefined;
  /** When its fees reached the cap; milliseconds. */
  cappedAt: number | undefined;
}

/** Transactions that have been sent and are not known to be mined. */
export class PendingSteps {
  readonly #target: Target;
  readonly #journal: Journal;
  readonly #signers: ReadonlyMap<string, Signer>;
  readonly #options: SenderOptions;
  #pending: Pending[] = [];

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

  get size(): number {
    return this.#pending.length;
  }

  /** How many transactions of an account wait for a block. */
  countOf(account: string): number {
    return this.#pending.filter(({ latest, mined }) => latest.from === account && !mined).length;
  }

  /** Sends a journaled step, and looks after it from then on. */
  async send(signed: SignedStep): Promise<void> {
    const now = Date.now();
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
    if ((await broadcast(this.#target, signed)) === "underpriced") await this.#raise(entry);
  }

  /** One look at the chain: what is mined deep enough, or has failed, goes to the outcome. */
  async look({ mined, failed }: Outcome): Promise<void> {
    const counts = new Map<string, number>();
    for (const from of new Set(this.#pending.map(({ latest }) => latest.from))) {
      counts.set(from, await this.#target.transactionCount(from, "latest"));
    }
    const depth = await this.#target.blockNumber();
    const settled = await Promise.all(
      this.#pending.map(async (entry) => {
        const { step, nonce, from } = entry.latest;
        entry.mined = false;
        if (nonce >= (counts.get(from) ?? 0)) return false;
        const receipt = await receiptOf(this.#target, this.#journal.transactions(step));
        if (receipt !== undefined) {
          entry.mined = true;
          const deep = depth - Number(receipt.blockNumber) + 1 >= this.#options.confirmations;
          if (deep) settleStep(step, receipt, mined, failed);
          return deep;
        }
        if (!(await this.#usedByAnother(entry))) return false;
        failed.set(step, `its nonce ${nonce} was used by another transaction of ${from}`);
        return true;
      }),
    );
    this.#pending = this.#pending.filter((_entry, index) => settled[index] !== true);
    for (const from of counts.keys()) await this.#findForgotten(from, depth);
    await this.#repeat(counts);
  }

  /**
   * Nodes forget transactions: anvil drops those for which a block had no room. What should have been
   * mined by now is looked for, once in a few blocks, and sent again at once where it is not known.
   */
  async #findForgotten(from: string, depth: number): Promise<void> {
    const own = this.#pending.filter(({ latest, mined }) => latest.from === from && !mined);
    for (const entry of own) entry.checkedAt ??= depth;
    const first = own.sort((a, b) => a.latest.nonce - b.latest.nonce)[0];
    if (first?.checkedAt === undefined || depth < first.checkedAt + BLOCKS_BETWEEN_CHECKS) return;
    first.checkedAt = depth;
    if (await this.#target.knows(first.latest.hash)) return;
    for (const entry of own) entry.sentAt = 0;
  }

  /**
   * Whether the nonce of a step is gone. It is believed only of the very transaction that used it,
   * on the chain of the migration: a node that lags behind, or a provider that talks to another
   * chain, must not have a step made twice.
   */
  async #usedByAnother(entry: Pending): Promise<boolean> {
    if (++entry.missed < PATIENCE) return false;
    await this.#target.requireSameChain();
    const { step, from, nonce } = entry.latest;
    const { firstBlock } = this.#journal.header;
    const user = await this.#target.transactionOfNonce(from, nonce, firstBlock);
    await this.#target.requireSameChain();
    if (user !== undefined) {
      return !this.#journal.transactions(step).some(({ hash }) => hash === user);
    }
    if (entry.missed < LAST_LOOK) return false;
    throw new MigrationError(
      `The nonce ${nonce} of ${from} is used, and the node shows neither step ${step} nor another transaction ` +
        "that used it. Nothing more is sent. Run the same command again later, or with another node.",
    );
  }

  /** Sends again what is not mined: as it is at first, with raised fees later. */
  async #repeat(counts: ReadonlyMap<string, number>): Promise<void> {
    const now = Date.now();
    const due = this.#pending.filter(
      ({ mined, sentAt }) => !mined && now - sentAt >= this.#options.repeatAfter,
    );
    const old = this.#pending.filter(
      ({ mined, signedAt }) => !mined && now - signedAt >= this.#options.raiseAfter,
    );
    if (due.length === 0 && old.length === 0) return;
    await this.#target.requireSameChain();
    const blocked = new Set<string>();
    for (const [from, count] of counts) {
      if (!(await this.#closeGap(from, count))) blocked.add(from);
    }
    for (const entry of new Set([...due, ...old])) {
      const { from, step } = entry.latest;
      if (!old.includes(entry)) {
        entry.sentAt = now;
        await broadcast(this.#target, entry.latest);
      } else if (!blocked.has(from)) await this.#raise(entry);
      else throw missingNonce(step, from, counts.get(from) ?? 0);
    }
  }

  /**
   * What stands before the pending steps of an account is sent again where it is ours: a
   * reorganisation may have taken it back.
   * @returns whether they can be mined, as far as nonces go
   */
  async #closeGap(from: string, count: number): Promise<boolean> {
    const own = this.#pending.filter(({ latest, mined }) => latest.from === from && !mined);
    const first = Math.min(...own.map(({ latest }) => latest.nonce));
    if (own.length === 0 || first <= count) return true;
    for (const step of this.#journal.steps) {
      const latest = this.#journal.transactions(step).at(-1);
      if (latest?.from !== from || latest.nonce < count || latest.nonce >= first) continue;
      await broadcast(this.#target, latest);
    }
    return (await this.#target.transactionCount(from, "pending")) > count;
  }

  async #raise(entry: Pending): Promise<void> {
    const { latest } = entry;
    const { gasPrice, feeCap, raiseAfter, onEvent } = this.#options;
    entry.sentAt = entry.signedAt = Date.now();
    const suggested = await suggestFees(this.#target.provider, gasPrice);
    const paid = feesOf(latest);
    const fees = raiseFees(paid, suggested, feeCap);
    const signer = this.#signers.get(latest.from);
    if (fees !== undefined && signer !== undefined) {
      entry.latest = await signAgain(signer, latest, fees);
      await this.#journal.sign([entry.latest]);
      const { step, hash: transactionHash } = entry.latest;
      onEvent({ type: "feeRaised", step, price: highestPrice(fees), transactionHash });
    } else if (Date.now() - (entry.cappedAt ??= Date.now()) >= raiseAfter) {
      throw atTheCap(latest, highestPrice(paid), feeCap);
    }
    if ((await broadcast(this.#target, entry.latest)) !== "underpriced") return;
    if (fees === undefined) throw atTheCap(latest, highestPrice(paid), feeCap);
    await this.#raise(entry);
  }
}

function atTheCap({ step }: SignedStep, paid: bigint, feeCap: bigint): MigrationError {
  return new MigrationError(
    `Step ${step} is not mined at ${gwei(paid)} a gas, and no more than ${gwei(feeCap)} is paid (ten times the price ` +
      "at the start). Nothing more is sent. Run the same command again to go on from here, at the price of then.",
  );
}

function missingNonce(step: string, from: string, nonce: number): MigrationError {
  return new MigrationError(
    `Step ${step} cannot be mined: a transaction of ${from} with the nonce ${nonce}, which is not of this migration, ` +
      "was known to the node and has gone. Send it again, or any other with that nonce, and run the same command again.",
  );
}

function gwei(wei: bigint): string {
  return `${formatUnits(wei, "gwei")} GWei`;
}

/** The receipt of whichever of a step's transactions was mined. */
export async function receiptOf(
  target: Target,
  transactions: readonly SignedStep[],
): Promise<RpcReceipt | undefined> {
  for (const { hash } of transactions) {
    const receipt = await target.receipt(hash);
    if (receipt !== null) return receipt;
  }
  return undefined;
}

/** Enters a step's receipt into the outcome. */
export function settleStep(
  step: string,
  receipt: RpcReceipt,
  mined: Map<string, MinedStep>,
  failed: Map<string, string>,
): void {
  const { transactionHash, blockNumber, gasUsed, logs, contractAddress } = receipt;
  const { effectiveGasPrice } = receipt;
  if (receipt.status === "0x0") {
    failed.set(step, `its transaction ${transactionHash} reverted`);
    return;
  }
  mined.set(step, {
    transactionHash,
    blockNumber: Number(blockNumber),
    gasUsed: BigInt(gasUsed),
    logs,
    ...(effectiveGasPrice && { fee: BigInt(gasUsed) * BigInt(effectiveGasPrice) }),
    ...(contractAddress && { contractAddress }),
  });
}
