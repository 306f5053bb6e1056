import type { Eip1193Provider } from "../../chain/provider.js";

/** What the chain answers false to, as it does for every snapshot that there is not. */
const NONE = "0xffffffffffff";

/**
 * Snapshots under numbers of our own. The chain's count of its own also goes up with each transaction
 * that it does not accept, and those are not kept.
 */
export class Snapshots {
  readonly #ids: string[] = [];

  /** Sends a request that may be about a snapshot; the numbers in it and in its answer are ours. */
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
    // What is no number at all is the chain's to refuse.
    if (typeof number !== "string" || !/^0x[0-9a-f]{1,12}$/i.test(number)) return number;
    return this.#ids[Number(number) - 1] ?? NONE;
  }
}
