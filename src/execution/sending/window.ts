/** Nodes promise room for so many pending transactions of an account, however full their pool is. */
const PROMISED = 16;
/** Never more, so that a journal and a node's answers stay small. */
const MOST = 1024;
/** Room for so many more with each one that is mined, as long as the node takes everything. */
const GROWTH = 3;

/**
 * How many transactions of an account are pending at a time. It begins with what every node takes,
 * grows with each one that is mined, and shrinks when a node refuses or drops one: geth keeps more
 * than 16 only while its pool has room, anvil has no limit.
 */
export class Window {
  #size = PROMISED;
  /** Where a node had no room for more. */
  #limit = MOST;

  get size(): number {
    return this.#size;
  }

  /** Grows fast up to where a node had no room, and from there by one a block. */
  grow(mined: number): void {
    if (mined <= 0) return;
    const fast = Math.min(this.#size + mined * GROWTH, this.#limit);
    this.#size = Math.min(Math.max(fast, this.#size + 1), MOST);
  }

  /** @param kept how many the node kept */
  shrink(kept: number): void {
    this.#size = Math.max(1, Math.min(kept, this.#size));
    this.#limit = this.#size;
  }

  /** Whether one more may be pending, by number and by the gas that a block has for all. */
  hasRoom(count: number, gas: bigint, blockGasLimit: bigint): boolean {
    return count < this.#size && (count < PROMISED || gas <= blockGasLimit);
  }
}

/** The windows of accounts. They outlive a wave: what a node takes, it takes in the next one, too. */
export class Windows {
  readonly #byAccount = new Map<string, Window>();
  /** In gas; 0 where it is unknown. */
  blockGasLimit = 0n;

  of(account: string): Window {
    let window = this.#byAccount.get(account);
    if (window === undefined) this.#byAccount.set(account, (window = new Window()));
    return window;
  }
}
