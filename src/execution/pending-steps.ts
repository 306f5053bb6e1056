import type { BaseWallet } from "ethers";

import { MigrationError } from "../errors.js";
import { broadcast } from "./broadcast.js";
import type { MinedStep } from "./chain-deployer.js";
import { raiseFees, suggestFees } from "./fees.js";
import type { Journal, SignedStep } from "./journal.js";
import type { RpcReceipt } from "./rpc-types.js";
import type { SenderOptions } from "./sender-options.js";
import { feesOf, signAgain } from "./signing.js";
import type { Target } from "./target.js";

/** Looks at the chain that find a nonce used and no receipt, until the user of the nonce is searched. */
const PATIENCE = 4;
/** And until a node that cannot tell who used it is given up. */
const LAST_LOOK = 40;

/** What became of some steps. */
export interface Outcome {
  readonly mined: Map<string, MinedStep>;
  /** Steps whose transaction reverted, or whose nonce another transaction used: still to be made. */
  readonly failed: Map<string, string>;
}

interface Pending {
  latest: SignedStep;
  /** When it was signed first and last, and last sent; milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Looks at the chain at which its nonce was used and no receipt was found. */
  missed: number;
}

/** Transactions that have been sent and are not known to be mined. */
export class PendingSteps {
  readonly #target: Target;
  readonly #journal: Journal;
  readonly #wallets: ReadonlyMap<string, BaseWallet>;
  readonly #firstBlock: number;
  readonly #options: SenderOptions;
  #pending: Pending[] = [];

  /** @param firstBlock the block before which nothing of this migration can be */
  constructor(
    target: Target,
    journal: Journal,
    wallets: ReadonlyMap<string, BaseWallet>,
    firstBlock: number,
    options: SenderOptions,
  ) {
    this.#target = target;
    this.#journal = journal;
    this.#wallets = wallets;
    this.#firstBlock = firstBlock;
    this.#options = options;
  }

  get size(): number {
    return this.#pending.length;
  }

  /** How many transactions of an account are pending. */
  countOf(account: string): number {
    return this.#pending.filter(({ latest }) => latest.from === account).length;
  }

  /** Sends a journaled step, and looks after it from then on. */
  async send(signed: SignedStep): Promise<void> {
    await broadcast(this.#target, signed);
    const now = Date.now();
    this.#pending.push({ latest: signed, signedAt: now, sentAt: now, missed: 0 });
  }

  /** One look at the chain: what is mined deep enough, or has failed, goes to the outcome. */
  async look({ mined, failed }: Outcome): Promise<void> {
    const senders = [...new Set(this.#pending.map(({ latest }) => latest.from))];
    const counts = new Map<string, number>();
    for (const from of senders) {
      counts.set(from, await this.#target.transactionCount(from, "latest"));
    }
    const depth = await this.#target.blockNumber();
    const settled = await Promise.all(
      this.#pending.map(async (entry) => {
        const { step, nonce, from } = entry.latest;
        if (nonce >= (counts.get(from) ?? 0)) return false;
        const receipt = await receiptOf(this.#target, this.#journal.transactions(step));
        if (receipt !== undefined) {
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
    await this.#repeat();
  }

  /**
   * Whether the nonce of a step is gone. It is believed only of the very transaction that used it:
   * a node that lags behind must not have a step made twice.
   */
  async #usedByAnother(entry: Pending): Promise<boolean> {
    if (++entry.missed < PATIENCE) return false;
    const { step, from, nonce } = entry.latest;
    const user = await this.#target.transactionOfNonce(from, nonce, this.#firstBlock);
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
  async #repeat(): Promise<void> {
    const now = Date.now();
    for (const entry of this.#pending) {
      if (now - entry.signedAt >= this.#options.raiseAfter) await this.#raise(entry);
      else if (now - entry.sentAt >= this.#options.repeatAfter) {
        entry.sentAt = now;
        await broadcast(this.#target, entry.latest);
      }
    }
  }

  async #raise(entry: Pending): Promise<void> {
    const { latest } = entry;
    entry.signedAt = Date.now();
    entry.sentAt = entry.signedAt;
    const { gasPrice, feeCap } = this.#options;
    const suggested = await suggestFees(this.#target.provider, gasPrice);
    const fees = raiseFees(feesOf(latest), suggested, feeCap);
    const wallet = this.#wallets.get(latest.from);
    if (fees !== undefined && wallet !== undefined) {
      entry.latest = await signAgain(wallet, latest, fees);
      await this.#journal.sign([entry.latest]);
    }
    await broadcast(this.#target, entry.latest);
  }
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
  if (receipt.status === "0x0") {
    failed.set(step, `its transaction ${transactionHash} reverted`);
    return;
  }
  mined.set(step, {
    transactionHash,
    blockNumber: Number(blockNumber),
    gasUsed: BigInt(gasUsed),
    logs,
    ...(contractAddress && { contractAddress }),
  });
}
