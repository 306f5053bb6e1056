import type { Eip1193Provider } from "../provider.js";

/** A limit is looked for until it is known to an eighth; more requests would not pay. */
const CLOSE_ENOUGH = 8;

/**
 * How many blocks a node takes in one request for logs, as far as it has been found out. It stays with
 * the provider, so that the next question does not start over.
 */
export class RangeSize {
  /** Blocks to ask for now, at most. */
  #size = Infinity;
  /** The most that was taken, and the fewest that were refused for their number. */
  #taken = 0;
  #refused = Infinity;

  get size(): number {
    return this.#size;
  }

  /** Whether the next answer says more about the limit than about the logs: several would say it in vain. */
  get isOpen(): boolean {
    return this.#size > this.#taken && this.#refused < Infinity;
  }

  wasTaken(blocks: number): void {
    this.#taken = Math.max(this.#taken, blocks);
    // Behind one address there may be nodes with other limits.
    if (this.#refused <= this.#taken) this.#refused = this.#taken + 1;
    if (blocks >= this.#size) this.#size = this.#between();
  }

  /** @param most what the node says that it takes */
  wasRefused(blocks: number, most?: number): void {
    this.#refused = Math.min(this.#refused, blocks);
    if (this.#taken >= this.#refused) this.#taken = 0;
    if (most !== undefined && most < blocks) {
      this.#size = Math.min(this.#size, most);
      // What it says is believed until it refuses that, too.
      this.#refused = Math.min(this.#refused, this.#size + 1);
    } else this.#size = Math.min(this.#size, this.#between());
  }

  #between(): number {
    if (this.#refused === Infinity) return Infinity;
    if (this.#taken === 0) return Math.max(1, Math.floor(this.#refused / 2));
    const gap = this.#refused - this.#taken;
    if (gap <= 1 || gap <= this.#taken / CLOSE_ENOUGH) return this.#taken;
    return this.#taken + Math.floor(gap / 2);
  }
}

const sizes = new WeakMap<Eip1193Provider, RangeSize>();

export function rangeSizeOf(provider: Eip1193Provider): RangeSize {
  const size = sizes.get(provider) ?? new RangeSize();
  sizes.set(provider, size);
  return size;
}

/** Makes two ways to one node remember together. */
export function shareRangeSize(one: Eip1193Provider, other: Eip1193Provider): void {
  sizes.set(one, rangeSizeOf(other));
}
