import { authorizationify, isHexString, toQuantity, Transaction, type AccessListish } from "ethers";

import { hashOf } from "./hash.js";
import { askAgain, type Pause } from "./incomplete-answers.js";
import { ask, type Eip1193Provider } from "./provider.js";
import { RpcError } from "./rpc-error.js";
import { isSameAddress } from "./same-address.js";

export interface RpcTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
  /** Null if it creates a contract. */
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
  readonly type?: string;
  readonly gas: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly chainId?: string;
  readonly accessList?: AccessListish;
  readonly maxFeePerBlobGas?: string;
  readonly blobVersionedHashes?: string[];
  readonly authorizationList?: readonly {
    readonly chainId: string;
    readonly address: string;
    readonly nonce: string;
    readonly yParity: string;
    readonly r: string;
    readonly s: string;
  }[];
  readonly v: string;
  readonly r: string;
  readonly s: string;
}

/** A mined transaction. */
export interface SentTransaction {
  readonly hash: string;
  readonly nonce: number;
  /** Absent if it created a contract. */
  readonly to?: string;
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
  /**
   * What the account signed, put together from what the node returned; undefined if it does not have the hash or is of
   * another account, as what a node invents, and of types that only some chains have.
   */
  readonly raw?: string;
}

/** Nonces from the first up to, but not including, the end. */
export interface Nonces {
  readonly first: number;
  readonly end: number;
}

/** An account's number of transactions after a block. */
interface Count {
  readonly block: number;
  readonly count: number;
}

/**
 * Finds the mined transactions of an account with some nonces. No request returns them by nonce, so this searches the
 * blocks in which the number of the account's transactions grew: backwards in growing steps, because they are probably
 * recent, then by bisection.
 * @param firstBlock the first block that may contain one
 * @param pause waits before a node that is behind is asked again; false if that was tried long enough
 * @param pauseBefore the same for blocks before those that it has, of which it may not keep the state
 * @returns in the order of their nonces; without those that the node cannot show, as many nodes have the state of
 * recent blocks only; undefined if the node counts fewer at its latest block than the end, which a node has counted
 */
export async function findSent(
  provider: Eip1193Provider,
  account: string,
  { first, end }: Nonces,
  firstBlock: number,
  pause: Pause,
  pauseBefore = pause,
): Promise<readonly SentTransaction[] | undefined> {
  const countAt = async (block: number, wait = pause): Promise<Count> => {
    const count = await askAgain(
      async () =>
        Number(await ask(provider, "eth_getTransactionCount", account, toQuantity(block))),
      () => true,
      wait,
    );
    return { block, count };
  };
  const within = async (low: Count, high: Count): Promise<SentTransaction[]> => {
    if (high.count <= low.count || high.count <= first || low.count >= end) return [];
    const most = Math.min(high.count, end) - Math.max(low.count, first);
    if (high.block - low.block <= 1) return await inBlock(high.block, most);
    const middle = await countAt(Math.floor((low.block + high.block) / 2));
    return (await Promise.all([within(low, middle), within(middle, high)])).flat();
  };
  const inBlock = async (number: number, count: number): Promise<SentTransaction[]> => {
    type Block = { readonly transactions: readonly RpcTransaction[] } | null;
    const sentIn = (block: Block) =>
      (block?.transactions ?? []).filter(
        ({ from, hash, nonce }) =>
          isSameAddress(from, account) &&
          isHexString(hash, 32) &&
          Number(nonce) >= first &&
          Number(nonce) < end,
      );
    // A node that is behind, or on the other side of a reorganization, shows fewer than another one counted.
    const block = await askAgain(
      async () => await ask<Block>(provider, "eth_getBlockByNumber", toQuantity(number), true),
      (found) => sentIn(found).length >= count || found?.transactions.some(setsCode) === true,
      pause,
    );
    return sentIn(block).map((each) => sentOf(each, account));
  };
  try {
    const high = await askAgain(
      async () => await countAt(Number(await ask(provider, "eth_blockNumber"))),
      ({ count }) => count >= end,
      pause,
    );
    if (high.count < end) return undefined;
    const countBefore = async (block: number) => await countAt(block, pauseBefore);
    const low = await lowBefore(countBefore, high, first, firstBlock);
    return (await within(low, high)).sort((a, b) => a.nonce - b.nonce);
  } catch (error) {
    if (error instanceof RpcError) return [];
    throw error;
  }
}

/** Whether a transaction may use nonces of other accounts, too (EIP-7702). */
function setsCode({ type }: RpcTransaction): boolean {
  return Number(type) === 4;
}

/** A block before the one with a nonce, or the earliest whose state the node has. */
async function lowBefore(
  countAt: (block: number) => Promise<Count>,
  high: Count,
  first: number,
  firstBlock: number,
): Promise<Count> {
  let low = high;
  for (let step = 1; low.count > first && low.block >= firstBlock; step *= 2) {
    const block = Math.max(firstBlock - 1, high.block - step);
    if (block < 0) return { block, count: 0 };
    try {
      low = await countAt(block);
    } catch (error) {
      if (error instanceof RpcError) return low;
      throw error;
    }
  }
  return low;
}

function sentOf(found: RpcTransaction, account: string): SentTransaction {
  const { hash, nonce, to, input: data, value } = found;
  return {
    hash,
    nonce: Number(nonce),
    ...(to !== null && { to }),
    data,
    value: BigInt(value),
    raw: rawOf(found, account),
  };
}

/** The bytes that an account signed. They have the transaction's hash, so a node cannot invent them. */
export function rawOf(found: RpcTransaction, account: string): string | undefined {
  try {
    const { v, r, s } = found;
    const type = Number(found.type ?? 0);
    const transaction = Transaction.from({
      type,
      chainId: found.chainId ?? null,
      nonce: Number(found.nonce),
      gasLimit: found.gas,
      to: found.to,
      data: found.input,
      value: found.value,
      ...(found.accessList && { accessList: found.accessList }),
      ...(type === 3 && {
        maxFeePerBlobGas: found.maxFeePerBlobGas ?? null,
        blobVersionedHashes: found.blobVersionedHashes ?? null,
      }),
      ...(type === 4 && {
        authorizationList: (found.authorizationList ?? []).map(({ yParity, r, s, ...rest }) => {
          const signature = { r: padded(r), s: padded(s), v: Number(yParity) + 27 };
          return authorizationify({ ...rest, signature });
        }),
      }),
      ...(type >= 2
        ? {
            maxFeePerGas: found.maxFeePerGas ?? null,
            maxPriorityFeePerGas: found.maxPriorityFeePerGas ?? null,
          }
        : { gasPrice: found.gasPrice ?? null }),
      signature: { r: padded(r), s: padded(s), v: type === 0 ? v : Number(v) + 27 },
    });
    const raw = transaction.serialized;
    const isOwn = hashOf(raw) === found.hash && isSameAddress(transaction.from!, account);
    return isOwn ? raw : undefined;
  } catch {
    return undefined;
  }
}

/** Some nodes leave out zeros in front. */
function padded(word: string): string {
  return `0x${word.replace(/^0x/, "").padStart(64, "0")}`;
}
