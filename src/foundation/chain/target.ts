import { toQuantity } from "ethers";

import { SYSTEM_CLOCK, type Clock } from "../support/clock.js";
import { MigrationError, WrongChainError } from "../support/errors.js";
import { lastConfirmed } from "./confirmations.js";
import { latestBlock } from "./latest-block.js";
import { askAgain, forPolls, NEVER, untilShown } from "./incomplete-answers.js";
import { isPrivate } from "./private-chain.js";
import { ask, type Eip1193Provider } from "./provider.js";
import { RpcError } from "./rpc-error.js";
import type { RpcBlock, RpcReceipt } from "./rpc-types.js";
import { findSent, type Nonces, type SentTransaction } from "./sent-transactions.js";
import { readIdentity, type ChainIdentity } from "./identity.js";

/** The chain that a migration is sent to. Returns values instead of hex. */
export class Target {
  readonly provider: Eip1193Provider;
  readonly chain: ChainIdentity;
  /** The most transactions of an account that a node has counted. */
  readonly #counts = new Map<string, number>();
  readonly #clock: Clock;

  constructor(provider: Eip1193Provider, chain: ChainIdentity, clock: Clock = SYSTEM_CLOCK) {
    this.provider = provider;
    this.chain = chain;
    this.#clock = clock;
  }

  /** Number of an account's mined transactions; `pending` includes pending ones. */
  async transactionCount(account: string, block: "latest" | "pending" | number): Promise<number> {
    const tag = typeof block === "number" ? toQuantity(block) : block;
    const count = Number(await ask(this.provider, "eth_getTransactionCount", account, tag));
    if (block === "latest") this.expectCount(account, count);
    return count;
  }

  /** Lets {@link minedCount} wait for as many transactions, as another node has counted them. */
  expectCount(account: string, count: number): void {
    this.#counts.set(account, Math.max(count, this.#counts.get(account) ?? 0));
  }

  /** Number of an account's mined transactions. A node that is behind another one is asked again. */
  async minedCount(account: string): Promise<number> {
    const known = this.#counts.get(account) ?? 0;
    const read = async () => await this.transactionCount(account, "latest");
    return await askAgain(read, (count) => count >= known, untilShown(this.#clock));
  }

  /**
   * Number of an account's mined transactions, once all of them have their confirmations, or no block comes any more. It
   * asks by block number, so that a node that is behind does not answer from a branch that was given up.
   */
  async settledCount(account: string, confirmations: number): Promise<number> {
    let tip = 0;
    let pause = untilShown(this.#clock);
    for (;;) {
      const [count, block] = await Promise.all([
        this.transactionCount(account, "latest"),
        this.blockNumber(),
      ]);
      if (block > tip) pause = untilShown(this.#clock);
      tip = Math.max(tip, block);
      const last = lastConfirmed(tip, confirmations);
      const settled = await this.countAfter(account, last);
      if (settled !== undefined && settled >= count) {
        this.#counts.set(account, settled);
        return settled;
      }
      if (!(await pause())) return count;
    }
  }

  /**
   * Reads something at a block that has all of an account's known transactions. If it was read from a node that is
   * behind, it is read again, but not indefinitely.
   * @throws MigrationError if no node has such a block
   */
  async readAfterSent<Read extends { readonly block: { readonly number: number } }>(
    account: string,
    read: () => Promise<Read>,
  ): Promise<Read> {
    const known = this.#counts.get(account) ?? 0;
    const readOnce = async () => {
      const found = await read();
      return { found, count: await this.countAfter(account, found.block.number) };
    };
    const isComplete = ({ count = -1 }: { count: number | undefined }) => count >= known;
    const answer = await askAgain(readOnce, isComplete, untilShown(this.#clock));
    const { found } = answer;
    if (!isComplete(answer)) throw lacksSent(account, known, `at block ${found.block.number}`);
    return found;
  }

  /**
   * A block that has all of an account's known transactions, where a node that is behind cannot be read. Undefined on a
   * private chain, whose one node is never behind, and may not keep the state of older blocks.
   * @throws MigrationError if no node has such a block
   */
  async blockAfterSent(account: string): Promise<number | undefined> {
    if (isPrivate(this.chain)) return undefined;
    const read = async () => ({ block: { number: await this.blockNumber() } });
    return (await this.readAfterSent(account, read)).block.number;
  }

  /**
   * Waits for a node that has all of an account's known transactions.
   * @throws MigrationError if none has
   */
  async awaitSent(account: string): Promise<void> {
    const known = this.#counts.get(account) ?? 0;
    if ((await this.minedCount(account)) < known) throw lacksSent(account, known, "yet");
  }

  /** The number of an account's transactions after a block; undefined if the node does not have the block. */
  async countAfter(account: string, block: number): Promise<number | undefined> {
    try {
      return await this.transactionCount(account, block);
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /**
   * The nonce of an account's next transaction. The higher of two counts, because services that spread requests over
   * several nodes may return too low a number of pending ones.
   */
  async nextNonce(account: string): Promise<number> {
    const counts = (["latest", "pending"] as const).map(
      async (block) => await this.transactionCount(account, block),
    );
    return Math.max(...(await Promise.all(counts)));
  }

  async receipt(hash: string): Promise<RpcReceipt | null> {
    return await ask(this.provider, "eth_getTransactionReceipt", hash);
  }

  /** The receipt of a transaction that is in a block. A node that is behind is asked again. */
  async minedReceipt(hash: string): Promise<RpcReceipt | null> {
    const read = async () => await this.receipt(hash);
    return await askAgain(read, (receipt) => receipt !== null, untilShown(this.#clock));
  }

  async knows(hash: string): Promise<boolean> {
    return (await ask(this.provider, "eth_getTransactionByHash", hash)) !== null;
  }

  async blockNumber(): Promise<number> {
    return Number(await ask(this.provider, "eth_blockNumber"));
  }

  /**
   * The latest block. If the node is behind another one, waits for the block with the given number, but not
   * indefinitely.
   * @param polling milliseconds between two requests
   */
  async blockSince(number: number, polling: number): Promise<RpcBlock> {
    const read = async () => await this.latestBlock();
    return await askAgain(
      read,
      (block) => Number(block.number) >= number,
      untilShown(this.#clock, polling),
    );
  }

  async latestBlock(): Promise<RpcBlock> {
    return await latestBlock(this.provider);
  }

  /** In wei. */
  async balance(account: string): Promise<bigint> {
    return BigInt(await ask<string>(this.provider, "eth_getBalance", account, "latest"));
  }

  /** The code at an address; "0x" for an account without code. */
  async code(account: string, block?: number): Promise<string> {
    const tag = block === undefined ? "latest" : toQuantity(block);
    return await ask(this.provider, "eth_getCode", account, tag);
  }

  /**
   * Makes sure that the provider still talks to the same chain as at the start.
   * @throws WrongChainError if it does not, before anything is sent to the other chain
   */
  async requireSameChain(): Promise<void> {
    const { chainId, genesis } = await readIdentity(this.provider);
    const { chainId: wanted, genesis: first } = this.chain;
    if (chainId === wanted && genesis === first) return;
    throw new WrongChainError(
      [
        "The provider is now on a different chain than at the start. Nothing more was sent.",
        `  found:  chain ID ${chainId}, first block ${genesis}`,
        `  wanted: chain ID ${wanted}, first block ${first}`,
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
  ): Promise<SentTransaction | undefined> {
    const nonces = { first: nonce, end: nonce + 1 };
    return (await findSent(this.provider, account, nonces, firstBlock, NEVER))?.[0];
  }

  /**
   * Mined transactions of an account; see {@link findSent}.
   * @throws MigrationError if the node has fewer than were counted: it is behind, or on another chain
   */
  async transactionsOf(
    account: string,
    nonces: Nonces,
    firstBlock: number,
  ): Promise<readonly SentTransaction[]> {
    const pauses = [
      untilShown(this.#clock),
      forPolls({ clock: this.#clock, polling: 1000 }),
    ] as const;
    const found = await findSent(this.provider, account, nonces, firstBlock, ...pauses);
    if (found?.length !== nonces.end - nonces.first) await this.requireSameChain();
    if (found === undefined) throw lacksSent(account, nonces.end, "yet");
    return found;
  }

  /** Whether the chain is a development chain whose clock can be moved. */
  async movesClock(): Promise<boolean> {
    if (!isPrivate(this.chain)) return false;
    try {
      await ask(this.provider, "evm_increaseTime", 0);
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
    await ask(this.provider, "evm_increaseTime", seconds);
    await ask(this.provider, "evm_mine");
  }
}

function lacksSent(account: string, known: number, when: string): MigrationError {
  return new MigrationError(
    `The account ${account} has sent ${known} transactions, and the node does not have all of them ${when}. It is behind, ` +
      "or its chain lost some. Nothing was sent. Run the same command again later, or use another node.",
  );
}
