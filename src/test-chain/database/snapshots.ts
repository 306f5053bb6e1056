import type { Eip1193Provider } from "../../foundation/chain/provider.js";

/** ID of no snapshot; the chain answers `false` to it. */
const NONE = "0xffffffffffff";

/** The number of the snapshot that a client means; undefined if it is not a number. */
export function snapshotNumber(named: unknown): number | undefined {
  return typeof named === "string" && /^0x[0-9a-f]{1,12}$/i.test(named) ? Number(named) : undefined;
}

/**
 * Snapshots with our own numbers. The chain's own numbers also grow with each transaction that it rejects, and those
 * transactions are not persisted.
 */
export class Snapshots {
  readonly #provider: Eip1193Provider;
  readonly #ids = new Map<number, string>();
  #taken: number;

  /** @param taken how many snapshots were taken before */
  constructor(provider: Eip1193Provider, taken = 0) {
    this.#provider = provider;
    this.#taken = taken;
  }

  /** How many have been taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a snapshot, with the number that it had before or with the next one. */
  async take(number = this.#taken + 1): Promise<number> {
    this.#ids.set(number, (await this.#provider.request({ method: "evm_snapshot" })) as string);
    this.#taken = Math.max(this.#taken, number);
    return number;
  }

  /** Sends a request. Requests that take or revert a snapshot use our numbers, in parameters and answer. */
  async request(method: string, params: unknown[]): Promise<unknown> {
    if (method === "evm_snapshot" && params.length === 0) {
      return `0x${(await this.take()).toString(16)}`;
    }
    if (method === "evm_revert" && params.length === 1) {
      const number = snapshotNumber(params[0]);
      // The chain itself rejects anything that is not a number.
      const id = number === undefined ? params[0] : (this.#ids.get(number) ?? NONE);
      return await this.#provider.request({ method, params: [id] });
    }
    return await this.#provider.request({ method, params });
  }
}
