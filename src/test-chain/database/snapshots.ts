import type { Eip1193Provider } from "../../chain/provider.js";

/** No such snapshot: the chain answers false to it. */
const NONE = "0xffffffffffff";

/** The number of a snapshot that a client names; undefined if it is not a number. */
export function snapshotNumber(named: unknown): number | undefined {
  return typeof named === "string" && /^0x[0-9a-f]{1,12}$/i.test(named) ? Number(named) : undefined;
}

/**
 * Snapshots with our own numbers. The chain's numbers also grow with each transaction that it refuses,
 * and refused transactions are not persisted.
 */
export class Snapshots {
  readonly #ids = new Map<number, string>();
  #taken: number;

  /** @param taken how many have been taken before */
  constructor(taken = 0) {
    this.#taken = taken;
  }

  /** How many have been taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes one, with a number that it had before or with the next. */
  async take(provider: Eip1193Provider, number = this.#taken + 1): Promise<number> {
    this.#ids.set(number, (await provider.request({ method: "evm_snapshot" })) as string);
    this.#taken = Math.max(this.#taken, number);
    return number;
  }

  /** Sends a request. If it takes or reverts a snapshot, it has our numbers, and so has the answer. */
  async request(
    provider: Eip1193Provider,
    { method, params }: { readonly method: string; readonly params: unknown[] },
  ): Promise<unknown> {
    if (method === "evm_snapshot" && params.length === 0) {
      return `0x${(await this.take(provider)).toString(16)}`;
    }
    if (method === "evm_revert" && params.length === 1) {
      const number = snapshotNumber(params[0]);
      // The chain refuses anything that is not a number.
      const id = number === undefined ? params[0] : (this.#ids.get(number) ?? NONE);
      return await provider.request({ method, params: [id] });
    }
    return await provider.request({ method, params });
  }
}
