import type { Eip1193Provider } from "../../chain/provider.js";

/** What an account holds at a block; the block is the last parameter. */
const STATE: readonly string[] = [
  "eth_getBalance",
  "eth_getCode",
  "eth_getStorageAt",
  "eth_getTransactionCount",
];
const EMPTY_WORD = `0x${"0".repeat(64)}`;

/**
 * Asks a provider only once for what cannot change: the state at a block of a given number. EDR asks
 * for the same accounts again and again, and for every storage slot of contracts that were created
 * on the fork; of an account that has no code at that block, storage is known to be empty.
 */
export function cachingState(provider: Eip1193Provider): Eip1193Provider {
  const answers = new Map<string, Promise<unknown>>();

  async function once(method: string, params: unknown[]): Promise<unknown> {
    const key = JSON.stringify([method, params]);
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = provider.request({ method, params });
      answers.set(key, answer);
      // A failure may pass.
      answer.catch(() => answers.delete(key));
    }
    return await answer;
  }

  return {
    async request({ method, params = [] }) {
      if (!STATE.includes(method) || !/^0x[0-9a-f]+$/i.test(String(params.at(-1)))) {
        return await provider.request({ method, params });
      }
      if (method === "eth_getStorageAt") {
        const code = await once("eth_getCode", [params[0], params.at(-1)]);
        if (code === "0x") return EMPTY_WORD;
      }
      return await once(method, params);
    },
  };
}
