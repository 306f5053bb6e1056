import { toQuantity } from "ethers";

import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { onceUnlessFailed } from "../../../foundation/support/once.js";

/** A chain and its fork, and the block where the fork begins. */
interface ForkBoundary {
  /** The forked chain. */
  readonly chain: Eip1193Provider;
  readonly fork: Eip1193Provider;
  /** The last block that both share. */
  readonly block: number;
  /** Whether a contract answers this call as on the chain, whatever the fork did. */
  readonly isUntouched: (address: string, data: string) => Promise<boolean>;
}

interface RawFilter {
  readonly blockHash?: string;
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

/**
 * Makes a fork readable like a node of its own. Requests for blocks up to the boundary go to the chain, whose node has its
 * own log ranges and errors; later ones go to the fork. Blocks of the fork are never reported as final, so nobody
 * caches them.
 */
export function acrossForkBoundary({
  chain,
  fork,
  block,
  isUntouched,
}: ForkBoundary): Eip1193Provider {
  const last = toQuantity(block);
  const isOld = (tag: unknown): boolean => typeof tag === "string" && Number(tag) <= block;

  /** Hashes of the chain's blocks that were asked for. */
  const oldHashes = new Set<string>();

  async function logs(filter: RawFilter): Promise<unknown> {
    const { blockHash, fromBlock, toBlock } = filter;
    const logsOf = async (of: Eip1193Provider, changes: RawFilter = {}): Promise<unknown[]> =>
      await ask(of, "eth_getLogs", { ...filter, ...changes });
    if (blockHash !== undefined) return await logsOf(oldHashes.has(blockHash) ? chain : fork);
    if (fromBlock === undefined || toBlock === undefined) {
      throw new Error("Logs across a fork must be requested by block number.");
    }
    if (isOld(toBlock)) return await logsOf(chain);
    if (!isOld(fromBlock)) return await logsOf(fork);
    const old = await logsOf(chain, { toBlock: last });
    return [...old, ...(await logsOf(fork, { fromBlock: toQuantity(block + 1) }))];
  }

  return {
    isFork: true,
    async request({ method, params = [] }) {
      if (method === "eth_getLogs") return await logs(params[0] as RawFilter);
      if (method === "eth_call" && typeof params[1] === "string") {
        // At most one request to the chain, none if it was asked before. The fork would ask for each storage slot.
        const { to, data = "0x" } = params[0] as { readonly to?: string; readonly data?: string };
        if (to !== undefined && (isOld(params[1]) || (await isUntouched(to, data)))) {
          return await chain.request({ method, params: [params[0], last] });
        }
      }
      if (method === "eth_getCode" && typeof params[1] === "string") {
        // A contract keeps its code, on every chain that this fork supports (EIP-6780).
        const code = await chain.request({ method, params: [params[0], last] });
        if (code !== "0x" || isOld(params[1])) return code;
      }
      const [tag, ...rest] = params;
      const isFinal = tag === "finalized";
      if (method !== "eth_getBlockByNumber" || !(isFinal || isOld(tag))) {
        return await fork.request({ method, params });
      }
      const old = await ask<Partial<RpcBlock> | null>(chain, method, ...params);
      if (isFinal && Number(old?.number) > block) return await ask(chain, method, last, ...rest);
      if (old?.hash !== undefined) oldHashes.add(old.hash);
      return old;
    },
  };
}

/** Methods whose answers cannot change if they name the block by number; the value is that parameter's index. */
const LASTING: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_call: 1,
  eth_getBalance: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
};

/**
 * Sends requests only once if the answer cannot change: blocks, logs and state at numbered blocks. One simulation reads
 * a DAO several times, before and after.
 */
export function askingOnce(provider: Eip1193Provider): Eip1193Provider {
  const answers = new Map<string, Promise<unknown>>();
  return {
    ...(provider.isRemote !== undefined && { isRemote: provider.isRemote }),
    async request({ method, params = [] }) {
      if (!isLasting(method, params)) return await provider.request({ method, params });
      // Addresses come in lower case and with a checksum.
      const key = JSON.stringify([method, params]).toLowerCase();
      const answer = await onceUnlessFailed(answers, key, () =>
        provider.request({ method, params }),
      );
      // A missing block may still appear.
      if (answer === null) answers.delete(key);
      return answer;
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

/** A chain, and the block of it that becomes the fork block. */
export async function readOrigin(provider: Eip1193Provider, tag: string) {
  const [chainId, origin] = await Promise.all([
    ask(provider, "eth_chainId"),
    ask<RpcBlock | null>(provider, "eth_getBlockByNumber", tag, false),
  ]);
  if (origin === null) throw new MigrationError(`The node has no block ${Number(tag)}.`);
  return { chainId: Number(chainId), origin };
}
