/** Slots in a row after which a struct is being read. Structs in mappings have at least one. */
const ROW = 2;
/** Most slots to read ahead. The largest structs of Arc's contracts have 15 slots. */
const MOST = 8;
/** Slots of mappings are hashes. Slots below are a contract's own variables, of which it reads a few. */
const FIRST_HASH = 2n ** 64n;

interface Row {
  readonly slot: bigint;
  /** Slots before it that were read one after the other. */
  readonly length: number;
}

/**
 * The storage slots that a contract is going to read: proposals and vote parameters are structs of 13 or 15 slots,
 * which it reads in order, and a fork one by one.
 */
export class FutureSlots {
  readonly #rows = new Map<string, Row>();

  /**
   * Call it for each slot that is read.
   * @returns the slots that are likely to be read next, if there are any
   */
  after(contract: string, slot: bigint): readonly bigint[] {
    const last = this.#rows.get(contract);
    const length = last !== undefined && last.slot + 1n === slot ? last.length + 1 : 0;
    this.#rows.set(contract, { slot, length });
    if (length < ROW || slot < FIRST_HASH) return [];
    return Array.from({ length: Math.min(2 * length, MOST) }, (_, index) => {
      return BigInt.asUintN(256, slot + BigInt(index) + 1n);
    });
  }
}
