import type { Eip1193Provider } from "../../chain/provider.js";

/** No such snapshot: the chain answers false to it. */
const NONE = "0xffffffffffff";

/**
 * Snapshots with our own numbers. The chain's numbers also grow with each transaction that it refuses,
 * and refused transactions are not persisted.
 */
export class Snapshots {
  readonly #ids: string[] = [];

  /** Sends a request. If it takes or reverts a snapshot, it has our numbers, and so has the answer. */
  async request(
    provider: Eip1193Provider,
    { method, params }: { readonly method: string; readonly params: unknown[] },
  ): Promise<unknown> {
    if (method === "evm_snapshot") {
      this.#ids.push((await provider.request({ method, params })) as string);
      return `0x${this.#ids.length.toString(16)}`;
    }
    if (method === "evm_revert" && params.length === 1) {
      return await provider.request({ method, params: [this.#idOf(params[0])] });
    }
    return await provider.request({ method, params });
  }

  #idOf(number: unknown): unknown {
    // The chain refuses anything that is not a number.
    if (typeof number !== "string" || !/^0x[0-9a-f]{1,12}$/i.test(number)) return number;
    return this.#ids[Number(number) - 1] ?? NONE;
  }
}
