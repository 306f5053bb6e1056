import { madeOnce } from "../../../foundation/support/once.js";

/** Pending transactions of one account that every node accepts, however full its pool is. */
const PROMISED = 16;
/** The upper limit, which keeps a journal and a node's answers small. */
const MOST = 1024;
/** Growth with each mined transaction, as long as the node accepts everything. */
const GROWTH = 3;

/**
 * How many transactions of an account are pending at a time. The window starts with what every node accepts, grows with
 * each mined transaction, and shrinks when a node refuses or drops one: geth accepts more than 16 only while its pool
 * has room, anvil has no limit.
 */
export class Window {
  #size = PROMISED;
  /** The size at which the node last had no room. */
  #limit = MOST;

  get size(): number {
    return this.#size;
  }

  /** Grows fast up to the size at which the node had no room, then by one per block. */
  grow(mined: number): void {
    if (mined <= 0) return;
    const fast = Math.min(this.#size + mined * GROWTH, this.#limit);
    this.#size = Math.min(Math.max(fast, this.#size + 1), MOST);
  }

  /** @param kept number of transactions that the node kept */
  shrink(kept: number): void {
    this.#size = Math.max(1, Math.min(kept, this.#size));
    this.#limit = this.#size;
  }

  /** Whether one more may be pending, by number and by what fits into one block's gas limit. */
  hasRoom(count: number, gas: bigint, blockGasLimit: bigint): boolean {
    return count < this.#size && (count < PROMISED || gas <= blockGasLimit);
  }
}

/** The windows of accounts. They outlive a wave, because a node accepts as much in the next one. */
export class Windows {
  readonly #byAccount = new Map<string, Window>();
  /** In gas; 0 if unknown. */
  blockGasLimit = 0n;

  of(account: string): Window {
    return madeOnce(this.#byAccount, account, () => new Window());
  }
}
