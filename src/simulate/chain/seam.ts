import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";

/** Where a chain ends and its fork begins. */
export interface Seam {
  /** The chain itself. */
  readonly chain: Eip1193Provider;
  readonly fork: Eip1193Provider;
  /** The last block that both have. */
  readonly block: number;
  /** Whether nothing on the fork called this Arc contract, so that it still answers as on the chain. */
  readonly isUntouched: (address: string) => Promise<boolean>;
}

interface RawFilter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

/**
 * Reads a fork as if it were a node of its own: what came up to the seam is asked of the chain, with the
 * ranges and errors that its node knows, and what came after of the fork. What the fork made is never
 * called final, so nobody keeps it.
 */
export function acrossSeam({ chain, fork, block, isUntouched }: Seam): Eip1193Provider {
  const last = toQuantity(block);
  const isOld = (tag: unknown): boolean => typeof tag === "string" && Number(tag) <= block;

  async function logs(filter: RawFilter): Promise<unknown> {
    const { fromBlock, toBlock } = filter;
    if (fromBlock === undefined || toBlock === undefined) {
      throw new Error("Logs across a fork must be requested by block number.");
    }
    const old = isOld(fromBlock)
      ? await chain.request({
          method: "eth_getLogs",
          params: [{ ...filter, toBlock: isOld(toBlock) ? toBlock : last }],
        })
      : [];
    if (isOld(toBlock)) return old;
    const from = isOld(fromBlock) ? toQuantity(block + 1) : fromBlock;
    const own = await fork.request({
      method: "eth_getLogs",
      params: [{ ...filter, fromBlock: from }],
    });
    return [...(old as unknown[]), ...(own as unknown[])];
  }

  return {
    async request({ method, params = [] }) {
      if (method === "eth_getLogs") return await logs(params[0] as RawFilter);
      if (method === "eth_call" && typeof params[1] === "string") {
        // One request, or none where it was asked before: the fork would ask for each slot of storage.
        const { to } = params[0] as { readonly to?: string };
        if (to !== undefined && (isOld(params[1]) || (await isUntouched(to)))) {
          return await chain.request({ method, params: [params[0], last] });
        }
      }
      if (method === "eth_getCode" && typeof params[1] === "string") {
        // What has code keeps it, on every chain that forks as this one does (EIP-6780).
        const code = await chain.request({ method, params: [params[0], last] });
        if (code !== "0x" || isOld(params[1])) return code;
      }
      if (method !== "eth_getBlockByNumber") return await fork.request({ method, params });
      const [tag, ...rest] = params;
      if (tag !== "finalized") {
        return await (isOld(tag) ? chain : fork).request({ method, params });
      }
      const final = (await chain.request({ method, params })) as { number?: string } | null;
      if (final?.number === undefined || Number(final.number) <= block) return final;
      return await chain.request({ method, params: [last, ...rest] });
    },
  };
}

/** What cannot change where the block is named by its number. */
const LASTING: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_call: 1,
  eth_getBalance: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
};

/**
 * Asks a node only once for what does not change: blocks, logs and state at blocks of given numbers. A DAO
 * is read several times in one simulation, before and after.
 */
export function askingOnce(provider: Eip1193Provider): Eip1193Provider {
  const answers = new Map<string, Promise<unknown>>();
  return {
    ...(provider.isRemote !== undefined && { isRemote: provider.isRemote }),
    async request({ method, params = [] }) {
      if (!isLasting(method, params)) return await provider.request({ method, params });
      // Addresses are written in two ways.
      const key = JSON.stringify([method, params]).toLowerCase();
      let answer = answers.get(key);
      if (answer === undefined) {
        answer = provider.request({ method, params });
        answers.set(key, answer);
        // A failure may pass, and a block that is not there may come.
        answer.then(
          (value) => value === null && answers.delete(key),
          () => answers.delete(key),
        );
      }
      return await answer;
    },
  };
}

function isLasting(method: string, params: readonly unknown[]): boolean {
  if (method === "eth_chainId" || method === "eth_getTransactionReceipt") return true;
  if (method === "eth_getLogs") {
    const { fromBlock, toBlock } = params[0] as RawFilter;
    return [fromBlock, toBlock].every((tag) => isNumber(tag));
  }
  const place = LASTING[method];
  return place !== undefined && isNumber(params[place]);
}

function isNumber(tag: unknown): boolean {
  return typeof tag === "string" && /^0x[0-9a-f]+$/i.test(tag);
}
