import { toQuantity } from "ethers";

import { bloomOf } from "../../src/foundation/chain/logs/bloom.js";
import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import {
  BLOCK_GAS_LIMIT,
  CHAIN_ID,
  sentOf,
  slotOf,
  type Block,
  type Mined,
  type ModelChain,
  type Sent,
  type View,
} from "./model-chain.js";
import type { Time } from "./time.js";
import type { Words } from "./words.js";
import type { World, WorldLog } from "./world.js";

/** Pending transactions of an account that a node promises to keep. */
const SLOTS = 16;
const TIP = 10n ** 9n;

/** Answers JSON-RPC like a node with a view of the chain. */
export class ModelNode {
  readonly #chain: ModelChain;
  readonly #world: World;
  readonly #time: Time;
  readonly words: Words;
  /** The pools take nothing before this time. */
  fullUntil = 0;
  /** Receipts and transactions are not found before this time. */
  forgetfulUntil = 0;
  /** Told of what a node took, before it answers. */
  onTaken: (sent: Sent) => void = () => {};

  constructor(chain: ModelChain, world: World, time: Time, words: Words) {
    this.#chain = chain;
    this.#world = world;
    this.#time = time;
    this.words = words;
  }

  async answer(view: View, method: string, params: readonly unknown[]): Promise<unknown> {
    const act = this.#methods[method];
    if (act !== undefined) return await act(view, params);
    throw new RpcError(method, {
      code: -32601,
      message: `the method ${method} does not exist/is not available`,
    });
  }

  readonly #methods: Readonly<Record<string, (view: View, params: readonly unknown[]) => unknown>> =
    {
      eth_chainId: () => toQuantity(CHAIN_ID),
      web3_clientVersion: () => this.words.client,
      eth_blockNumber: ({ tip }) => toQuantity(tip.number),
      eth_gasPrice: ({ tip }) => toQuantity(tip.baseFee + TIP),
      eth_maxPriorityFeePerGas: () => toQuantity(TIP),
      eth_feeHistory: () => ({ reward: [] }),
      eth_getBlockByNumber: (view, [tag, isFull]) => blockJson(blockAt(view, tag), isFull === true),
      eth_getBalance: (view, [account, tag]) =>
        toQuantity(
          this.#chain.balanceOf(
            String(account).toLowerCase(),
            needed(blockAt(view, tag), "eth_getBalance"),
          ),
        ),
      eth_getTransactionCount: (view, [account, tag]) => {
        const from = String(account).toLowerCase();
        if (tag === "pending" && this.words.countsNoPending !== true)
          return toQuantity(pendingNonce(view, from));
        return toQuantity(
          needed(blockAt(view, tag), "eth_getTransactionCount").state.nonceOf(from),
        );
      },
      eth_getCode: async (view, [account, tag]) =>
        await this.#ask(view, "eth_getCode", [String(account).toLowerCase()], tag),
      eth_getStorageAt: async (view, [account, slot, tag]) =>
        await this.#ask(view, "eth_getStorageAt", [String(account).toLowerCase(), slot], tag),
      eth_call: async (view, [call, tag]) => await this.#ask(view, "eth_call", [call], tag),
      eth_getTransactionReceipt: ({ tip }, [hash]) => {
        const mined = this.#isForgetful ? undefined : tip.all.get(String(hash));
        return mined === undefined ? null : receiptJson(mined);
      },
      eth_getTransactionByHash: (view, [hash]) => {
        if (this.#isForgetful) return null;
        const mined = view.tip.all.get(String(hash));
        const pending = [...view.pool.values()].find((sent) => sent.hash === hash);
        if (mined !== undefined) return transactionJson(mined.sent, mined);
        return pending === undefined ? null : transactionJson(pending);
      },
      eth_getLogs: ({ tip }, [filter]) => logsOf(tip, filter as LogFilter),
      eth_sendRawTransaction: (view, [raw]) => this.#take(view, sentOf(String(raw))),
    };

  get #isForgetful(): boolean {
    return this.#time.now < this.forgetfulUntil;
  }

  async #ask(
    view: View,
    method: string,
    params: readonly unknown[],
    tag: unknown,
  ): Promise<unknown> {
    const { state } = needed(blockAt(view, tag), method);
    try {
      return await this.#time.hold(this.#world.ask(state, method, params));
    } catch (error) {
      throw new RpcError(method, {
        code: 3,
        message: `execution reverted: ${(error as Error).message}`,
      });
    }
  }

  /** What a node checks before it takes a transaction. */
  #take(view: View, sent: Sent): string {
    const { from, nonce, hash } = sent;
    const { words } = this;
    const refuse = (message: string) =>
      new RpcError("eth_sendRawTransaction", { code: -32000, message });
    if (view.pool.get(slotOf(sent))?.hash === hash) {
      if (words.known !== undefined) throw refuse(words.known);
      view.repeated.add(hash);
      return hash;
    }
    const count = view.tip.state.nonceOf(from);
    if (nonce < count) throw refuse(words.nonceTooLow);
    if (words.nonceTooHigh !== undefined && nonce > pendingNonce(view, from))
      throw refuse(words.nonceTooHigh);
    if (words.underpriced !== undefined && sent.maxFee < view.tip.baseFee)
      throw refuse(words.underpriced);
    const before = view.pool.get(slotOf({ from, nonce: nonce - 1 }));
    if (
      before !== undefined &&
      view.repeated.has(before.hash) &&
      !isTenthMore(sent.maxFee, before.maxFee)
    )
      throw refuse(words.replacement);
    const old = view.pool.get(slotOf(sent));
    const own = [...view.pool.values()].filter((each) => each.from === from && each !== old);
    const cost = [...own, sent].reduce(
      (sum, each) => sum + each.gas * each.maxFee + each.value,
      0n,
    );
    if (cost > this.#chain.balanceOf(from, view.tip)) throw refuse(words.funds);
    if (
      old !== undefined &&
      !(isTenthMore(sent.maxFee, old.maxFee) && isTenthMore(sent.tip, old.tip))
    ) {
      throw refuse(words.replacement);
    }
    if (old === undefined && this.#time.now < this.fullUntil) throw refuse(words.full);
    if (old === undefined && own.length >= SLOTS) {
      // What can be mined first takes the place of what can be mined last.
      const last = own.reduce((a, b) => (a.nonce > b.nonce ? a : b));
      if (last.nonce < nonce) throw refuse(words.full);
      view.pool.delete(slotOf(last));
    }
    view.pool.set(slotOf(sent), sent);
    this.onTaken(sent);
    this.#spread(view, sent);
    return hash;
  }

  /** Other nodes get it later, and judge for themselves. */
  #spread(from: View, sent: Sent): void {
    if (from === this.#chain.elsewhere) return;
    for (const view of this.#chain.views) {
      if (view === from) continue;
      this.#time.after(50 + view.delay / 2, () => {
        const old = view.pool.get(slotOf(sent));
        if (sent.nonce < view.tip.state.nonceOf(sent.from)) return;
        if (old === undefined || isTenthMore(sent.maxFee, old.maxFee))
          view.pool.set(slotOf(sent), sent);
      });
    }
  }
}

function isTenthMore(value: bigint, than: bigint): boolean {
  return value * 10n >= than * 11n;
}

function pendingNonce({ tip, pool }: View, from: string): number {
  let nonce = tip.state.nonceOf(from);
  while (pool.has(slotOf({ from, nonce }))) nonce++;
  return nonce;
}

function blockAt({ tip }: Pick<View, "tip">, tag: unknown): Block | undefined {
  if (tag === undefined || tag === "latest" || tag === "pending") return tip;
  const number = Number(tag);
  let block: Block | undefined = tip;
  while (block !== undefined && block.number > number) block = block.parent;
  return block?.number === number ? block : undefined;
}

function needed(block: Block | undefined, method: string): Block {
  if (block !== undefined) return block;
  throw new RpcError(method, { code: -32000, message: "header not found" });
}

/** What a node says of each block, with whole transactions or only their hashes: hashing events takes longest. */
const known = [new WeakMap<Block, object>(), new WeakMap<Block, object>()] as const;

function blockJson(block: Block | undefined, isFull: boolean): object | null {
  if (block === undefined) return null;
  const ofKind = known[isFull ? 1 : 0];
  const json = ofKind.get(block) ?? newBlockJson(block, isFull);
  ofKind.set(block, json);
  return json;
}

function newBlockJson(block: Block, isFull: boolean): object {
  const { number, hash, parent, timestamp, baseFee, transactions } = block;
  return {
    number: toQuantity(number),
    hash,
    parentHash: parent?.hash ?? `0x${"0".repeat(64)}`,
    timestamp: toQuantity(timestamp),
    gasLimit: toQuantity(BLOCK_GAS_LIMIT),
    baseFeePerGas: toQuantity(baseFee),
    logsBloom: bloomIn(block),
    transactions: transactions.map((mined) =>
      isFull ? transactionJson(mined.sent, mined) : mined.sent.hash,
    ),
  };
}

/** The same transactions emit the same events in all lives. */
const blooms = new Map<string, string>();

function bloomIn({ transactions }: Block): string {
  const logs = transactions.flatMap(({ ok, state: { effect } }) => (ok ? effect.logs : []));
  const key = logs.map(({ address, topics }) => address + topics.join("")).join();
  let bloom = blooms.get(key);
  if (bloom === undefined) blooms.set(key, (bloom = bloomOf(logs)));
  return bloom;
}

function transactionJson(
  { hash, from, to, nonce, data, value, gas, decoded }: Sent,
  mined?: Mined,
) {
  const { type, signature, chainId, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = decoded;
  return {
    hash,
    from,
    to: to ?? null,
    nonce: toQuantity(nonce),
    input: data,
    value: toQuantity(value),
    gas: toQuantity(gas),
    type: toQuantity(type ?? 0),
    chainId: toQuantity(chainId),
    ...(type === 2
      ? {
          maxFeePerGas: toQuantity(maxFeePerGas!),
          maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas!),
          v: toQuantity(signature!.yParity),
        }
      : { gasPrice: toQuantity(gasPrice!), v: toQuantity(signature!.networkV ?? signature!.v) }),
    r: signature!.r,
    s: signature!.s,
    blockNumber: mined === undefined ? null : toQuantity(mined.block.number),
    blockHash: mined?.block.hash ?? null,
  };
}

function receiptJson(mined: Mined) {
  const { sent, block, index, ok, gasUsed, price, state } = mined;
  return {
    transactionHash: sent.hash,
    transactionIndex: toQuantity(index),
    blockHash: block.hash,
    blockNumber: toQuantity(block.number),
    from: sent.from,
    to: sent.to ?? null,
    status: ok ? "0x1" : "0x0",
    gasUsed: toQuantity(gasUsed),
    effectiveGasPrice: toQuantity(price),
    contractAddress: state.effect.contractAddress ?? null,
    logs: ok ? state.effect.logs.map((log, place) => logJson(log, mined, place)) : [],
  };
}

function logJson(
  { address, topics, data }: WorldLog,
  { sent, block, index }: Mined,
  place: number,
) {
  return {
    address,
    topics,
    data,
    blockNumber: toQuantity(block.number),
    blockHash: block.hash,
    transactionHash: sent.hash,
    transactionIndex: toQuantity(index),
    logIndex: toQuantity(index * 1000 + place),
    removed: false,
  };
}

interface LogFilter {
  readonly address?: string | readonly string[];
  readonly topics?: readonly (string | null | readonly string[])[];
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
}

export function logsOf(tip: Block, filter: LogFilter) {
  const { address, topics = [], blockHash } = filter;
  const { fromBlock = "0x0", toBlock = "latest" } = filter;
  const last = toBlock === "latest" ? tip.number : Number(toBlock);
  const addresses = address === undefined ? [] : [address].flat().map((each) => each.toLowerCase());
  return [...tip.all.values()]
    .filter(({ ok }) => ok)
    .flatMap((mined) => mined.state.effect.logs.map((log, place) => logJson(log, mined, place)))
    .filter(
      (log) =>
        (blockHash === undefined
          ? Number(log.blockNumber) >= Number(fromBlock) && Number(log.blockNumber) <= last
          : log.blockHash === blockHash) &&
        (addresses.length === 0 || addresses.includes(log.address.toLowerCase())) &&
        topics.every(
          (topic, place) => topic === null || [topic].flat().includes(log.topics[place]!),
        ),
    );
}
