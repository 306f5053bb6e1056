import { getAddress, toQuantity, ZeroAddress, type Interface, type Result } from "ethers";

import { identifyCode } from "../../arc/known-code.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import { gasLimitOf } from "../../chain/gas-limit.js";
import type { RpcBlock, RpcReceipt } from "../../chain/rpc-types.js";
import { Fork } from "../../execution/fork/fork.js";
import { readerAt, type PinnedReader } from "../../inspect/reading/pinned-reader.js";
import { MigrationError } from "../../support/errors.js";
import { batchingCalls } from "./batched-calls.js";
import { acrossSeam } from "./seam.js";
import { changedBy, type Changed, type StateDiff } from "./state-diff.js";
import type { RawCall } from "./raw-call.js";

/** What a transaction on the fork may take; whether a block of the chain takes it is another question. */
const GAS = 500_000_000n;
const BLOCK_GAS = 1_000_000_000n;

export interface TransactionToTry {
  readonly from: string;
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  /** Wei. */
  readonly value?: bigint;
}

/** A transaction that was mined on a fork. */
export interface TriedTransaction {
  readonly hash: string;
  readonly from: string;
  /** Where a contract was created, its address. */
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly success: boolean;
  readonly gasUsed: bigint;
  /** Number of its block on the fork. */
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  readonly logs: RpcReceipt["logs"];
  readonly trace: RawCall;
}

/**
 * A fork in this process on which any account can act, as if it had the fees: its chain's id, state and
 * clock, and what happens on it is the same each time. Nothing is written into a contract's storage.
 */
export class ForkedChain {
  readonly chainId: number;
  /** The block of the chain that it was forked at. */
  readonly origin: RpcBlock;
  /** For whoever reads it as a node: logs of the chain up to the fork, and of the fork after it. */
  readonly provider: Eip1193Provider;
  readonly #fork: Pick<Fork, "provider" | "close">;
  /** That every transaction is given. */
  readonly #gas: bigint;
  readonly #calls: Eip1193Provider;
  /** Every account that was called on the fork, lower case. */
  readonly #touched = new Set<string>();
  /** UNIX seconds of its last block. */
  #time: number;
  /** Of its last block. */
  #reader: Promise<PinnedReader> | undefined;

  /**
   * @param provider of the chain
   * @param block number of the block to fork at
   * @throws where the chain cannot be forked: its node lacks a method, or its blocks are of a kind unknown
   */
  static async open(provider: Eip1193Provider, block: number): Promise<ForkedChain> {
    const [chainId, origin] = await Promise.all([
      provider.request({ method: "eth_chainId" }),
      provider.request({ method: "eth_getBlockByNumber", params: [toQuantity(block), false] }),
    ]);
    if (origin === null) throw new MigrationError(`The node has no block ${block}.`);
    const settings = { blockGasLimit: BLOCK_GAS };
    const fork = await Fork.open(provider, Number(chainId), origin as RpcBlock, settings);
    return new ForkedChain(fork, provider, {
      chainId: Number(chainId),
      origin: origin as RpcBlock,
    });
  }

  /**
   * A test chain itself in place of a fork of it: what happens stays.
   * @param provider of a simulated network
   */
  static async on(provider: Eip1193Provider): Promise<ForkedChain> {
    const [chainId, origin] = await Promise.all([
      provider.request({ method: "eth_chainId" }),
      provider.request({ method: "eth_getBlockByNumber", params: ["latest", false] }),
    ]);
    const chain = { provider, close: async () => {} };
    return new ForkedChain(chain, undefined, {
      chainId: Number(chainId),
      origin: origin as RpcBlock,
    });
  }

  /** @param chain that was forked; undefined if there is no fork */
  private constructor(
    fork: Pick<Fork, "provider" | "close">,
    chain: Eip1193Provider | undefined,
    { chainId, origin }: { readonly chainId: number; readonly origin: RpcBlock },
  ) {
    this.#fork = fork;
    // A chain that is no fork of ours takes no more than a block, nor than any transaction may ask for.
    this.#gas = chain === undefined ? gasLimitOf(BigInt(origin.gasLimit)) : GAS;
    this.#calls = batchingCalls(fork.provider);
    this.chainId = chainId;
    this.origin = origin;
    this.provider =
      chain === undefined
        ? fork.provider
        : acrossSeam({
            chain,
            fork: this.#calls,
            block: Number(origin.number),
            isUntouched: async (address) => {
              if (this.#touched.has(address.toLowerCase())) return false;
              const params = [address, origin.number];
              const code = String(await chain.request({ method: "eth_getCode", params }));
              return identifyCode(code) !== undefined;
            },
          });
    this.#time = Number(origin.timestamp);
  }

  /** UNIX seconds of the last block. */
  get time(): number {
    return this.#time;
  }

  /** Number of the last block. */
  async head(): Promise<number> {
    return Number(await this.#request("eth_blockNumber"));
  }

  /** Reads it at its last block: the same reader until there is another, as it remembers answers. */
  async reader(): Promise<PinnedReader> {
    this.#reader ??= this.#openReader();
    return await this.#reader;
  }

  async #openReader(): Promise<PinnedReader> {
    const from = Number(this.origin.number);
    return await readerAt(this.provider, { block: await this.head(), fromBlock: from });
  }

  /** Mines an empty block at a time. Without it, the next block is a second after the last one. */
  async moveTo(time: number): Promise<void> {
    if (time <= this.#time) return;
    await this.#setNextTime(time);
    await this.#request("evm_mine");
    this.#reader = undefined;
  }

  /**
   * Sends a transaction of any account, and mines it a second after the last block. The account is lent the
   * fee, which it gives back.
   */
  async send({ from, to, data, value = 0n }: TransactionToTry): Promise<TriedTransaction> {
    await this.#request("hardhat_impersonateAccount", [from]);
    const gasPrice = await this.#gasPrice();
    const loan = this.#gas * gasPrice;
    await this.#addEther(from, loan);
    await this.#setNextTime(this.#time + 1);
    const called = to === undefined ? {} : { to };
    const fields = { from, ...called, data, value: toQuantity(value), gas: toQuantity(this.#gas) };
    const hash = await this.#request("eth_sendTransaction", [
      { ...fields, gasPrice: toQuantity(gasPrice) },
    ]).catch((error: unknown) => hashOfFailed(error));
    const receipt = (await this.#request("eth_getTransactionReceipt", [hash])) as RpcReceipt;
    this.#reader = undefined;
    const gasUsed = BigInt(receipt.gasUsed);
    await this.#addEther(from, gasUsed * gasPrice - loan);
    const tracer = { tracer: "callTracer", tracerConfig: { withLog: true } };
    const trace = (await this.#request("debug_traceTransaction", [hash, tracer])) as RawCall;
    this.#touch(trace);
    return {
      hash: String(hash),
      from,
      to: to ?? getAddress(receipt.contractAddress ?? ZeroAddress),
      data,
      value,
      success: receipt.status === "0x1",
      gasUsed,
      block: Number(receipt.blockNumber),
      time: this.#time,
      logs: receipt.logs,
      trace,
    };
  }

  /**
   * What a transaction changed, besides what its sender paid and who was paid for the block: words of storage,
   * balances, nonces and code, by where they are.
   */
  async changes({ hash, from, block }: TriedTransaction): Promise<ReadonlyMap<string, Changed>> {
    const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
    const [trace, { miner }] = (await Promise.all([
      this.#request("debug_traceTransaction", [hash, tracer]),
      this.#request("eth_getBlockByNumber", [toQuantity(block), false]),
    ])) as [StateDiff, { readonly miner: string }];
    return changedBy(trace, [from.toLowerCase(), miner.toLowerCase()]);
  }

  /**
   * Calls a function and changes nothing.
   * @param block number; default the last one
   */
  async read(
    to: string,
    abi: Interface,
    functionName: string,
    args: readonly unknown[],
    block?: number,
  ): Promise<Result> {
    const data = abi.encodeFunctionData(functionName, [...args]);
    const tag = block === undefined ? "latest" : toQuantity(block);
    const answer = await this.#request("eth_call", [{ to, data }, tag]);
    return abi.decodeFunctionResult(functionName, String(answer));
  }

  /**
   * Wei of ether.
   * @param block number; default the last one
   */
  async balance(account: string, block?: number): Promise<bigint> {
    const tag = block === undefined ? "latest" : toQuantity(block);
    return BigInt(String(await this.#request("eth_getBalance", [account, tag])));
  }

  /**
   * Runs something, and forgets what it did to the chain.
   * @returns what it returns
   */
  async forgetting<Value>(run: () => Promise<Value>): Promise<Value> {
    const id = await this.#request("evm_snapshot");
    const time = this.#time;
    try {
      return await run();
    } finally {
      await this.#request("evm_revert", [id]);
      this.#time = time;
      this.#reader = undefined;
    }
  }

  async close(): Promise<void> {
    await this.#fork.close();
  }

  #touch({ to, calls = [] }: RawCall): void {
    if (to !== undefined) this.#touched.add(to.toLowerCase());
    for (const call of calls) this.#touch(call);
  }

  async #setNextTime(time: number): Promise<void> {
    await this.#request("evm_setNextBlockTimestamp", [time]);
    this.#time = time;
  }

  /** Twice what the next block asks for, at least. */
  async #gasPrice(): Promise<bigint> {
    return 2n * BigInt(String(await this.#request("eth_gasPrice"))) + 1n;
  }

  async #addEther(account: string, amount: bigint): Promise<void> {
    const balance = (await this.balance(account)) + amount;
    await this.#request("hardhat_setBalance", [account, toQuantity(balance)]);
  }

  async #request(method: string, params: unknown[] = []): Promise<unknown> {
    return await this.#calls.request({ method, params });
  }
}

/** Hardhat throws where a mined transaction failed, and says which one. */
function hashOfFailed(error: unknown): string {
  const { data, transactionHash } = error as { data?: unknown; transactionHash?: unknown };
  const inside = (data as { transactionHash?: unknown; txHash?: unknown } | undefined) ?? {};
  for (const hash of [transactionHash, inside.transactionHash, inside.txHash]) {
    if (typeof hash === "string") return hash;
  }
  throw error;
}
