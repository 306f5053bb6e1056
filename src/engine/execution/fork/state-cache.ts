import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import { FutureSlots } from "./future-slots.js";

const EMPTY_WORD = `0x${"0".repeat(64)}`;
/** What EDR requests for every account that it touches, one after the other. */
const OF_AN_ACCOUNT: readonly string[] = [
  "eth_getBalance",
  "eth_getTransactionCount",
  "eth_getCode",
];
/** Methods that read an account's state at a block, which is the last parameter. */
const STATE = [...OF_AN_ACCOUNT, "eth_getStorageAt"];

/**
 * Requests only once what cannot change: the state at a numbered block. EDR requests the same accounts again and again,
 * and every storage slot of contracts created on the fork, although the storage of an account without code at that
 * block is empty. Requests that EDR is sure or likely to make next are sent at the same time.
 * @param neighbours accounts likely to be requested soon after an account, in lower case
 */
export function cachingState(
  provider: Eip1193Provider,
  neighbours: (account: string) => readonly string[] = () => [],
): Eip1193Provider {
  const answers = new Map<string, Promise<unknown>>();
  const slots = new FutureSlots();

  function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const key = keyOf(method, params);
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = provider.request({ method, params: [...params] }).then((value) => {
        if (typeof value === "string") return value;
        throw new RpcError(method, { message: "the node returned no value" });
      });
      answers.set(key, answer);
      // Do not keep a failure: the next request may succeed.
      answer.catch(() => answers.delete(key));
    }
    return answer;
  }

  async function once(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = ask(method, params);
    if (OF_AN_ACCOUNT.includes(method)) {
      const account = String(params[0]).toLowerCase();
      for (const one of [account, ...neighbours(account)]) {
        for (const other of OF_AN_ACCOUNT) void ask(other, [one, params.at(-1)]);
      }
    }
    return await answer;
  }

  function readAhead(params: readonly unknown[]): void {
    const [contract, slot, block] = params.map(String) as [string, string, string];
    const next = slots.after(`${contract} ${block}`, BigInt(slot));
    if (answers.has(keyOf("eth_getStorageAt", params))) return;
    for (const each of next) void ask("eth_getStorageAt", [contract, toQuantity(each), block]);
  }

  return {
    async request({ method, params = [] }) {
      if (!STATE.includes(method) || !/^0x[0-9a-f]+$/i.test(String(params.at(-1)))) {
        return await provider.request({ method, params });
      }
      if (method === "eth_getStorageAt") {
        const code = await once("eth_getCode", [params[0], params.at(-1)]);
        if (code === "0x") return EMPTY_WORD;
        readAhead(params);
      }
      return await once(method, params);
    },
  };
}

function keyOf(method: string, params: readonly unknown[]): string {
  return JSON.stringify([method, params]).toLowerCase();
}
