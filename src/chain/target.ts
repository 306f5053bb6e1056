import { getAddress, isHexString, toQuantity } from "ethers";

import { SYSTEM_CLOCK, type Clock } from "../support/clock.js";
import { WrongChainError } from "../support/errors.js";
import { latestBlock } from "./latest-block.js";
import type { Eip1193Provider } from "./provider.js";
import { RpcError } from "./rpc-error.js";
import type { RpcBlock, RpcReceipt } from "./rpc-types.js";
import type { ChainIdentity } from "./identity.js";

/** Milliseconds to wait for a lagging node: several nodes may share one address. */
const LAG = 60_000;

interface RpcTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
}

/** A mined transaction. */
export interface MinedTransaction {
  readonly hash: string;
  /** Absent if it created a contract. */
  readonly to?: string;
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
}

/** The chain that a migration is sent to. Returns values instead of hex. */
export class Target {
  readonly provider: Eip1193Provider;
  readonly chain: ChainIdentity;
  readonly #clock: Clock;

  constructor(provider: Eip1193Provider, chain: ChainIdentity, clock: Clock = SYSTEM_CLOCK) {
    this.provider = provider;
    this.chain = chain;
    this.#clock = clock;
  }

  /** Number of an account's mined transactions; `pending` includes pending ones. */
  async transactionCount(account: string, block: "latest" | "pending" | number): Promise<number> {
    const tag = typeof block === "number" ? toQuantity(block) : block;
    return Number(await this.#request("eth_getTransactionCount", [account, tag]));
  }

  async receipt(hash: string): Promise<RpcReceipt | null> {
    return (await this.#request("eth_getTransactionReceipt", [hash])) as RpcReceipt | null;
  }

  async knows(hash: string): Promise<boolean> {
    return (await this.#request("eth_getTransactionByHash", [hash])) !== null;
  }

  async blockNumber(): Promise<number> {
    return Number(await this.#request("eth_blockNumber"));
  }

  /**
   * The latest block. If the node is behind another one, waits for the block with the given number, but not
   * indefinitely.
   * @param polling milliseconds between two requests
   */
  async blockSince(number: number, polling: number): Promise<RpcBlock> {
    const deadline = this.#clock.now() + LAG;
    for (;;) {
      const block = await this.latestBlock();
      if (Number(block.number) >= number || this.#clock.now() >= deadline) return block;
      await this.#clock.sleep(polling);
    }
  }

  async latestBlock(): Promise<RpcBlock> {
    return await latestBlock(this.provider);
  }

  /** In wei. */
  async balance(account: string): Promise<bigint> {
    return BigInt((await this.#request("eth_getBalance", [account, "latest"])) as string);
  }

  /** The code at an address; "0x" if there is none. */
  async code(account: string): Promise<string> {
    return (await this.#request("eth_getCode", [account, "latest"])) as string;
  }

  async broadcast(raw: string): Promise<void> {
    await this.#request("eth_sendRawTransaction", [raw]);
  }

  /**
   * Makes sure that the provider still talks to the same chain as at the start.
   * @throws WrongChainError if it does not, before anything is sent to the other chain
   */
  async requireSameChain(): Promise<void> {
    const [id, first] = await Promise.all([
      this.#request("eth_chainId"),
      this.#request("eth_getBlockByNumber", ["0x0", false]),
    ]);
    const [chainId, block] = [Number(id), first as RpcBlock | null];
    if (chainId === this.chain.chainId && block?.hash === this.chain.genesis) return;
    const { chainId: wanted, genesis } = this.chain;
    throw new WrongChainError(
      [
        "The provider is now on a different chain than at the start. Nothing more was sent.",
        `  found:  chain ID ${chainId}, first block ${block?.hash ?? "unknown"}`,
        `  wanted: chain ID ${wanted}, first block ${genesis}`,
        "Run the same command again when the provider is back on the first chain, or pass --restart if that was a " +
          "development chain that is gone.",
      ].join("\n"),
      { found: chainId, wanted },
    );
  }

  /**
   * Finds the mined transaction that used a nonce of an account.
   * @param firstBlock the first block that may contain it
   * @returns undefined if the node cannot tell
   */
  async transactionOfNonce(
    account: string,
    nonce: number,
    firstBlock: number,
  ): Promise<MinedTransaction | undefined> {
    try {
      return await this.#transactionOfNonce(account, nonce, firstBlock);
    } catch (error) {
      // Many nodes have the state of recent blocks only.
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /** Searches backwards in growing steps, because the block is probably recent, then bisects. */
  async #transactionOfNonce(
    account: string,
    nonce: number,
    firstBlock: number,
  ): Promise<MinedTransaction | undefined> {
    const usedIn = async (block: number) => (await this.transactionCount(account, block)) > nonce;
    let high = await this.blockNumber();
    if (!(await usedIn(high))) return undefined;
    let low = high;
    for (let step = 1; low > firstBlock; step *= 2) {
      low = Math.max(firstBlock, high - step);
      if (!(await usedIn(low))) break;
      high = low;
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await usedIn(middle)) high = middle;
      else low = middle + 1;
    }
    const block = (await this.#request("eth_getBlockByNumber", [toQuantity(low), true])) as {
      transactions: readonly RpcTransaction[];
    } | null;
    const found = block?.transactions.find(
      (transaction) =>
        getAddress(transaction.from) === account && Number(transaction.nonce) === nonce,
    );
    if (found === undefined || !isHexString(found.hash, 32)) return undefined;
    const { hash, to, input: data, value } = found;
    return { hash, ...(to !== null && { to }), data, value: BigInt(value) };
  }

  /** Whether the chain is a development chain whose clock can be moved. */
  async movesClock(): Promise<boolean> {
    if (this.chain.name !== "private") return false;
    try {
      await this.#request("evm_increaseTime", [0]);
      return true;
    } catch (error) {
      // A node that cannot be reached has not said no.
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  /**
   * Moves the chain's clock.
   * @param target UNIX seconds; does nothing if the clock is already there
   */
  async moveClock(target: number): Promise<void> {
    const { timestamp } = await this.latestBlock();
    const seconds = target - Number(timestamp);
    if (seconds <= 0) return;
    await this.#request("evm_increaseTime", [seconds]);
    await this.#request("evm_mine");
  }

  async #request(method: string, params: unknown[] = []): Promise<unknown> {
    return await this.provider.request({ method, params });
  }
}
