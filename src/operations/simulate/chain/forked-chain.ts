import { isAddress, toQuantity, ZeroAddress, type Interface } from "ethers";

import { identifyCode } from "../../../foundation/arc/known-code.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import { gasLimitOf } from "../../../foundation/chain/gas-limit.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { boundedReads } from "../../../engine/execution/fork/bounded-reads.js";
import { Fork, type FutureCall } from "../../../engine/execution/fork/fork.js";
import type { FunctionCall } from "../../../engine/governance/function-call.js";
import { answerOf } from "../../../foundation/chain/call-refused.js";
import { readerAt, type BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import { Contract } from "../../../engine/inspect/reading/contract.js";
import { openForeign } from "../../../engine/inspect/reading/foreign-contracts.js";
import { ERC20 } from "../../../foundation/chain/erc20.js";
import { affordableGas, LISTED_GAS, ONLY_STEPS } from "./gas-and-memory.js";
import { madeOnce } from "../../../foundation/support/once.js";
import { enter, type Conditions } from "./conditions.js";
import { acrossForkBoundary, readOrigin } from "./fork-boundary.js";
import { readChanges, type Changed, type Seen } from "./state-diff.js";
import { keptCalls } from "../../../foundation/chain/raw-call.js";
import { sendAndTrace, type TransactionToTry, type TriedTransaction } from "./send-and-trace.js";
import { Touched } from "./touched.js";

/** Sends what anybody may send, if no holder can. Nobody has its key, and no contract refers to it. */
const ANYBODY = "0x00000000000000000000000000000000A9b0d7F5";

type OpenFork = Pick<Fork, "provider" | "close" | "readAhead">;

/**
 * A fork in this process on which any account can send transactions, as if it could pay the fees. It has the chain ID,
 * state and clock of its chain, and the same transactions always give the same results. No contract's storage is
 * overwritten.
 */
export class ForkedChain {
  readonly chainId: number;
  /** The fork block. */
  readonly origin: RpcBlock;
  /** For code that expects a node: logs of the chain up to the fork block, and of the fork after it. */
  readonly provider: Eip1193Provider;
  /** The chain that was forked; if this is a test chain itself, the same as `provider`. */
  readonly forked: Eip1193Provider;
  readonly #fork: OpenFork;
  /** Gas limit of every transaction and call: what a block and a single transaction of the chain may use. */
  readonly #gas: bigint;
  readonly #bounded: Eip1193Provider;
  #touched = new Touched();
  /** The transactions on the fork that created contracts, by address in lower case. */
  readonly #created = new Map<string, string>();
  /** What transactions changed: to find out, each is carried out once more. */
  readonly #changes = new WeakMap<TriedTransaction, Promise<ReadonlyMap<string, Changed>>>();
  /** The last block's, UNIX seconds. */
  #time: number;
  #reader: Promise<BlockReader> | undefined;
  #conditions: Conditions = {};
  #anybody = ANYBODY;

  /**
   * @param provider of the chain
   * @param block number of the fork block
   * @throws if the chain cannot be forked because its node lacks a method or its blocks have an unknown format
   */
  static async open(provider: Eip1193Provider, block: number): Promise<ForkedChain> {
    const number = toQuantity(block);
    const [{ chainId, origin }] = await Promise.all([
      readOrigin(provider, number),
      // The fork asks for it later, in the middle of what is tried.
      ask(provider, "eth_getStorageAt", ZeroAddress, "0x0", number),
    ]);
    // What a target does with this much gas, or sees of the limit, is what it does on the chain.
    const settings = { blockGasLimit: BigInt(origin.gasLimit) };
    const fork = await Fork.open(provider, chainId, origin, settings);
    const chain = new ForkedChain(fork, provider, { chainId, origin });
    // Hardhat's own would tell a fork from a chain.
    if (isAddress(origin.miner)) await chain.#request("hardhat_setCoinbase", [origin.miner]);
    return chain;
  }

  /**
   * Uses a test chain itself instead of a fork: its state changes for good.
   * @param provider of a simulated network
   */
  static async on(provider: Eip1193Provider): Promise<ForkedChain> {
    const origin = await readOrigin(provider, "latest");
    const none = async () => {};
    return new ForkedChain({ provider, close: none, readAhead: none }, undefined, origin);
  }

  /** @param chain the forked chain; undefined if this is not a fork */
  private constructor(
    fork: OpenFork,
    chain: Eip1193Provider | undefined,
    { chainId, origin }: Awaited<ReturnType<typeof readOrigin>>,
  ) {
    this.#fork = fork;
    this.#gas = gasLimitOf(BigInt(origin.gasLimit));
    this.#bounded = boundedReads(fork.provider, this.#gas);
    this.chainId = chainId;
    this.origin = origin;
    this.provider =
      chain === undefined
        ? fork.provider
        : acrossForkBoundary({
            chain,
            fork: this.#bounded,
            block: Number(origin.number),
            isUntouched: async (address, data) => {
              const params = [address, origin.number];
              const code = String(await chain.request({ method: "eth_getCode", params }));
              return (
                identifyCode(code) !== undefined && !this.#touched.mayAnswerOtherwise(address, data)
              );
            },
          });
    this.forked = chain ?? this.provider;
    this.#time = Number(origin.timestamp);
  }

  /** Timestamp of the last block, UNIX seconds. */
  get time(): number {
    return this.#time;
  }

  get conditions(): Conditions {
    return this.#conditions;
  }

  /** Who sends what anybody may send. */
  get anybody(): string {
    return this.#anybody;
  }

  /**
   * Sets who sends what anybody may send.
   * @param balance the least ether that a sender has besides the fee, wei
   */
  assume(anybody: string | undefined, balance: bigint): void {
    this.#anybody = anybody ?? ANYBODY;
    this.#conditions = { balance };
  }

  /** Number of the last block. */
  async head(): Promise<number> {
    return Number(await this.#request("eth_blockNumber"));
  }

  /** Reads the last block. Returns the same reader until there is a new block, since a reader caches answers. */
  async reader(): Promise<BlockReader> {
    const fromBlock = Number(this.origin.number);
    this.#reader ??= this.head().then((block) => readerAt(this.provider, { block, fromBlock }));
    return await this.#reader;
  }

  /**
   * Mines empty blocks, the last of them with the given timestamp (UNIX seconds). Otherwise, each block is one second
   * after the last one.
   */
  async moveTo(time: number, blocks = 1): Promise<void> {
    if (time <= this.#time) return;
    const others = Math.min(blocks, time - this.#time) - 1;
    const interval = Math.floor((time - this.#time) / (others + 1));
    if (others > 0) {
      await this.#setNextTime(this.#time + interval);
      await this.#request("hardhat_mine", [toQuantity(others), toQuantity(interval)]);
    }
    await this.#setNextTime(time);
    await this.#request("evm_mine");
    this.#reader = undefined;
  }

  /**
   * Sends a transaction from any account and mines it. The account gets the fee in
   * advance, and what it did not use is taken back.
   */
  async send(transaction: TransactionToTry): Promise<TriedTransaction> {
    const time = transaction.at ?? this.#time + 1;
    const request = this.#request.bind(this);
    const on = { conditions: this.#conditions, gas: this.#gas, affordable: affordableGas(), time };
    const tried = await sendAndTrace(request, transaction, on).finally(() => {
      this.#time = time;
      this.#reader = undefined;
    });
    this.#touched = this.#touched.with(tried);
    for (const { type, to } of keptCalls(tried.trace)) {
      if (type.startsWith("CREATE") && to) this.#created.set(to.toLowerCase(), tried.hash);
    }
    return tried;
  }

  /** Requests what calls are going to read of the forked chain, all together. */
  async readAhead(calls: readonly FutureCall[]): Promise<void> {
    await this.#fork.readAhead(calls);
  }

  /** Sends a call of a function like `send`. */
  async call(
    from: string,
    { address, abi }: { readonly address: string; readonly abi: Interface },
    { functionName, args }: FunctionCall,
  ): Promise<TriedTransaction> {
    const data = abi.encodeFunctionData(functionName, [...args]);
    return await this.send({ from, to: address, data });
  }

  /** Hash of the transaction that created a contract here; undefined if the forked chain has it. */
  creatorOf(address: string): string | undefined {
    return this.#created.get(address.toLowerCase());
  }

  /**
   * The storage slots, balances, nonces and code that a transaction changed, by account and slot. Leaves out the
   * sender's fee and what the block's miner got.
   */
  async changes(tried: TriedTransaction): Promise<ReadonlyMap<string, Changed>> {
    const read = () => readChanges(this.#request.bind(this), tried);
    return await madeOnce(this.#changes, tried, read);
  }

  /** Every account and slot that a transaction looked at, as they were before, which carries it out once more. */
  async seen({ hash }: TriedTransaction): Promise<Seen> {
    const tracer = { tracer: "prestateTracer" };
    return (await this.#request("debug_traceTransaction", [hash, tracer])) as Seen;
  }

  /** The names of the steps that a transaction ran; undefined if there are too many to list. */
  async steps({ hash, gasUsed }: TriedTransaction): Promise<ReadonlySet<string> | undefined> {
    if (gasUsed > LISTED_GAS) return undefined;
    const trace = await this.#request("debug_traceTransaction", [hash, ONLY_STEPS]);
    const { structLogs } = trace as { readonly structLogs: readonly { readonly op: string }[] };
    return new Set(structLogs.map(({ op }) => op));
  }

  /** A block of the fork. */
  async block(number: number): Promise<RpcBlock> {
    return (await this.#request("eth_getBlockByNumber", [toQuantity(number), false])) as RpcBlock;
  }

  /** A contract, to read it at a block (default: the last one). */
  contract(address: string, abi: Interface, block?: number): Contract {
    return new Contract(this.#readerAt(block), address, abi);
  }

  /** What a call returns on the fork. */
  async answer(call: object, block?: number): Promise<string> {
    return String(await this.#request("eth_call", [call, tagOf(block)]));
  }

  /**
   * A token that anybody may have created, at a block (default: the last one). Answers within the limits for strangers'
   * code.
   */
  token(address: string, block?: number): Contract {
    return openForeign(this.#readerAt(block), address, ERC20);
  }

  #readerAt(block?: number): Pick<BlockReader, "call" | "logs"> {
    return {
      call: async (to, data, gas) =>
        await answerOf(this.answer({ to, data, ...(gas && { gas: toQuantity(gas) }) }, block)),
      logs: () => Promise.resolve([]),
    };
  }

  /**
   * Ether balance in wei.
   * @param block number; default: the last one
   */
  async balance(account: string, block?: number): Promise<bigint> {
    return BigInt(String(await this.#request("eth_getBalance", [account, tagOf(block)])));
  }

  /**
   * Runs a function and then reverts what it did to the chain.
   * @param isKept whether what it returns is to stay on the chain; default: never
   * @returns what the function returns
   */
  async forgetting<Value>(
    run: () => Promise<Value>,
    isKept: (value: Value) => boolean = () => false,
  ): Promise<Value> {
    const snapshot = await this.#request("evm_snapshot");
    const [time, touched] = [this.#time, this.#touched];
    let keeps = false;
    try {
      const value = await run();
      keeps = isKept(value);
      return value;
    } finally {
      if (!keeps) {
        await this.#request("evm_revert", [snapshot]);
        this.#time = time;
        this.#touched = touched;
        this.#reader = undefined;
      }
    }
  }

  /** Runs a function under other conditions, and then reverts what it did, like `forgetting`. */
  async under<Value>(conditions: Conditions, run: () => Promise<Value>): Promise<Value> {
    const usual = this.#conditions;
    return await this.forgetting(async () => {
      this.#conditions = { ...usual, ...conditions };
      try {
        await enter((...of) => this.#request(...of), conditions);
        this.#time = Number((await this.block(await this.head())).timestamp);
        this.#reader = undefined;
        return await run();
      } finally {
        this.#conditions = usual;
      }
    });
  }

  async close(): Promise<void> {
    await this.#fork.close();
  }

  /** Whether what an account has of an Arc token or reputation may be another amount than at the fork block. */
  mayHaveMoved(contract: string, account: string): boolean {
    return this.forked === this.provider || this.#touched.mayHaveMoved(contract, account);
  }

  async #setNextTime(time: number): Promise<void> {
    await this.#request("evm_setNextBlockTimestamp", [time]);
    this.#time = time;
  }

  async #request(method: string, params: unknown[] = []): Promise<unknown> {
    // A contract's code is the chain's, which was read before.
    const provider = method === "eth_getCode" ? this.provider : this.#bounded;
    return await provider.request({ method, params });
  }
}

function tagOf(block?: number): string {
  return block === undefined ? "latest" : toQuantity(block);
}
