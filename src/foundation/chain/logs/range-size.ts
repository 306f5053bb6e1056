import { madeOnce } from "../../support/once.js";
import type { Eip1193Provider } from "../provider.js";

/** Stop searching for the limit once it is known to an eighth; more requests would not pay off. */
const CLOSE_ENOUGH = 8;

/**
 * How many blocks a node accepts in one request for logs, as far as it is known. Remembered per provider, so that the
 * next query does not start over.
 */
export class RangeSize {
  /** Whether it was seen to return only the first logs of a range. */
  cuts = false;
  /** How often it failed since its last answer, rather than for the size of a range. */
  failures = 0;
  /** The most blocks to request now. */
  #size = Infinity;
  /** The largest range that was accepted, and the smallest that was refused for its size. */
  #taken = 0;
  #refused = Infinity;

  get size(): number {
    return this.#size;
  }

  /** Whether the next answer is needed to find the limit. Concurrent requests would only repeat the test. */
  get isOpen(): boolean {
    return this.#size > this.#taken && this.#refused < Infinity;
  }

  wasTaken(blocks: number): void {
    this.failures = 0;
    this.#taken = Math.max(this.#taken, blocks);
    // Several nodes with different limits may share one address.
    if (this.#refused <= this.#taken) this.#refused = this.#taken + 1;
    if (blocks >= this.#size) this.#size = this.#between();
  }

  /** @param most the limit in the node's message */
  wasRefused(blocks: number, most?: number): void {
    this.#refused = Math.min(this.#refused, blocks);
    if (this.#taken >= this.#refused) this.#taken = 0;
    if (most !== undefined && most < blocks) {
      this.#size = Math.min(this.#size, most);
      // Trust this limit until the node refuses that, too.
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
  return madeOnce(sizes, provider, () => new RangeSize());
}

/** Makes two providers of the same node share what is remembered. */
export function shareRangeSize(one: Eip1193Provider, other: Eip1193Provider): void {
  sizes.set(one, rangeSizeOf(other));
}
