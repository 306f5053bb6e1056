import { toQuantity } from "ethers";

import { answerOf } from "../../../foundation/chain/call-refused.js";
import type { ChainLog, LogFilter } from "../../../foundation/chain/logs/log.js";
import { LogSource } from "../../../foundation/chain/logs/log-source.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import { readCode } from "../../../foundation/chain/read-code.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import type { RpcTransaction } from "../../../foundation/chain/sent-transactions.js";
import { withUsableAnswers } from "../../../foundation/chain/usable-answers.js";
import { defaultCacheDir } from "../../../foundation/support/user-folders.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { madeOnce } from "../../../foundation/support/once.js";
import { unlessAborted } from "../../../foundation/support/unless-aborted.js";
import {
  sequenceCode,
  sequenceOutcomes,
  type SequenceCall,
  type SequenceOutcome,
} from "./sequence.js";
import { readStorageProof, type StorageProof } from "./storage-proof.js";
import type { BlockDescription, Inspection } from "../description.js";

/** The most gas for a sequence, in which a proposal may call whatever it wants. A transaction can have 16,777,216. */
const SEQUENCE_GAS = 10_000_000n;

export interface PinOptions {
  /** Number of the block at which everything is read. Default: the latest. */
  readonly block?: number;
  /**
   * The first block searched for events, such as the block that created the avatar, which makes it faster. Earlier
   * events are missing. Default: 0.
   */
  readonly fromBlock?: number;
  /**
   * Folder that caches the logs of final blocks, to make the next inspection faster. Default: the user's cache folder.
   */
  readonly cacheDir?: string;
  /** Whether the provider proves its state against the block's hash; see `ProvenChain`. */
  readonly isProven?: boolean;
  /** Called with what is being read, as a phrase. */
  readonly onProgress?: (message: string) => void;
  /** Stops the reading. */
  readonly signal?: AbortSignal;
  /** How many blocks at the end have their events read by hash; see `LogSource`. */
  readonly lastBlocks?: number;
}

/**
 * Reads a chain at one block.
 * @throws MigrationError if the node does not have the block
 */
export async function readerAt(
  node: Eip1193Provider,
  { block: number, fromBlock = 0, cacheDir, isProven, onProgress, signal, lastBlocks }: PinOptions,
): Promise<BlockReader> {
  const provider = withUsableAnswers(node);
  const stoppable: Eip1193Provider = {
    isFork: provider.isFork,
    request: async (call) => await unlessAborted(provider.request(call), signal),
  };
  const [chainId, block] = await Promise.all([
    ask(stoppable, "eth_chainId"),
    readBlock(stoppable, number),
  ]);
  const pinned = {
    number: Number(block.number),
    hash: block.hash,
    timestamp: Number(block.timestamp),
    ...(isProven && { isProven }),
  };
  const range = { from: fromBlock, to: pinned.number };
  const onLogs = (done: number, all: number): void => {
    if (done === all) return;
    onProgress?.(`Reading events: ${Math.floor((100 * done) / all)}% of ${all} blocks`);
  };
  const kept = cacheDir ?? defaultCacheDir();
  const options = { cacheDir: kept, signal, onProgress: onLogs, lastBlocks };
  const logs = new LogSource(provider, range, options);
  const isRollup = "l1BlockNumber" in block;
  return new BlockReader(stoppable, Number(chainId), pinned, { fromBlock, logs, isRollup });
}

/**
 * Reads a chain once more, at the block of an inspection.
 * @throws MigrationError if the node is on another chain now, or has another block there
 */
export async function readerOf(
  node: Eip1193Provider,
  inspection: Pick<Inspection, "chainId" | "block" | "eventsFromBlock">,
  options: Pick<PinOptions, "cacheDir" | "signal"> = {},
): Promise<BlockReader> {
  const { block, eventsFromBlock: fromBlock } = inspection;
  const reader = await readerAt(node, { ...options, block: block.number, fromBlock });
  requireSame(inspection, reader.chainId, reader.block);
  return reader;
}

/**
 * Requires that a node is on the chain, and has the block, of which something was read.
 * @throws MigrationError if it is not
 */
export async function requireSameBlock(
  node: Pick<Eip1193Provider, "request">,
  read: Pick<Inspection, "chainId" | "block">,
): Promise<void> {
  const [chainId, block] = await Promise.all([
    ask(node, "eth_chainId"),
    ask(node, "eth_getBlockByNumber", toQuantity(read.block.number), false),
  ]);
  requireSame(read, Number(chainId), isBlock(block) ? block : undefined);
}

function requireSame(
  { chainId, block }: Pick<Inspection, "chainId" | "block">,
  chainNow: number,
  blockNow: { readonly hash: string } | undefined,
): void {
  requireSameChain(chainId, chainNow);
  if (blockNow?.hash === block.hash) return;
  throw new MigrationError(
    `Block ${block.number} was replaced while it was read (a chain reorganization). ` +
      "Run the same command again, with an older block to be sure.",
  );
}

/** @throws MigrationError if a node had one chain ID and has another one now */
export function requireSameChain(was: number, is: number): void {
  if (was === is) return;
  throw new MigrationError(
    `The node was on chain ID ${was}, and is on ${is} now, so that nobody knows which of its answers are about which. ` +
      "Use a node that stays on one chain, and run the same command again.",
  );
}

/**
 * Reads a block's header, by default the latest one's.
 * @throws MigrationError if the node does not have the block
 */
export async function readBlock(
  node: Pick<Eip1193Provider, "request">,
  number?: number,
): Promise<Header> {
  const tag = number === undefined ? "latest" : toQuantity(number);
  const block = await ask(node, "eth_getBlockByNumber", tag, false);
  if (isBlock(block)) return block;
  throw new MigrationError(
    number === undefined
      ? "The node has no block at all. Wait until it is in sync, or use another node."
      : `The node has no block ${number}. Pass a block that already exists.`,
  );
}

type Header = Pick<RpcBlock, "number" | "hash" | "timestamp">;

function isBlock(block: unknown): block is Header {
  return typeof block === "object" && block !== null && "hash" in block && block.hash !== null;
}

/** Where logs come from, and what the chain's are about. */
interface Source {
  readonly fromBlock: number;
  readonly logs: LogSource;
  /** Whether contracts see the numbers of another chain's blocks, as on Arbitrum. */
  readonly isRollup: boolean;
}

/** What a block says of a transaction. */
type MinedTransaction = Pick<RpcTransaction, "from" | "to" | "nonce">;

/** Reads a chain at one block: its state, and logs up to it. */
export class BlockReader {
  readonly chainId: number;
  readonly block: BlockDescription;
  readonly fromBlock: number;
  readonly #node: Eip1193Provider;
  readonly #source: Source;
  readonly #codes = new Map<string, Promise<string>>();
  readonly #times = new Map<number, Promise<number>>();
  readonly #answers = new Map<string, Promise<string>>();
  #missesEvents = false;

  constructor(node: Eip1193Provider, chainId: number, block: BlockDescription, source: Source) {
    this.#node = node;
    this.chainId = chainId;
    this.block = block;
    this.fromBlock = source.fromBlock;
    this.#source = source;
  }

  /**
   * Reads the same block once more, and asks for all logs again: a node may have left some out. What it returned
   * before still counts.
   */
  again(): BlockReader {
    const source = { ...this.#source, logs: this.#source.logs.again() };
    return new BlockReader(this.#node, this.chainId, this.block, source);
  }

  /** Where logs come from: all that is read, read along or kept for the next run. */
  get logSource(): LogSource {
    return this.#source.logs;
  }

  /** Whether the state showed that the node left out events. */
  get missesEvents(): boolean {
    return this.#missesEvents;
  }

  /**
   * Notes that the node left out events, so that everything is asked for again.
   * @param what the state that shows it, and what the events show
   * @throws Error always
   */
  reportMissing(what: string): never {
    // Without the earlier ones, they would never be all.
    this.#missesEvents = this.fromBlock === 0;
    throw new Error(`${what}: the node did not return all events`);
  }

  /**
   * @param gas the most that the call may use; default: the node's limit
   * @throws CallRefused if the contract reverts; other errors are the node's
   */
  async call(to: string, data: string, gas?: bigint): Promise<string> {
    // At one block, the answer is always the same, and many proposals ask for the same parameters.
    return await madeOnce(this.#answers, `${to}${data} ${gas ?? ""}`, () =>
      this.#call({ to, data, ...(gas !== undefined && { gas: toQuantity(gas) }) }),
    );
  }

  /** Simulates calls one after the other, each seeing the changes of the earlier ones; the chain does not change. */
  async sequence(calls: readonly SequenceCall[]): Promise<readonly SequenceOutcome[]> {
    const gas = toQuantity(SEQUENCE_GAS);
    return sequenceOutcomes(await this.#call({ data: sequenceCode(calls), gas }), calls.length);
  }

  async #call(transaction: {
    readonly to?: string;
    readonly data: string;
    readonly gas?: string;
  }): Promise<string> {
    return await answerOf(ask(this.#node, "eth_call", transaction, this.#tag));
  }

  async code(address: string): Promise<string> {
    return await madeOnce(this.#codes, address, () => readCode(this.#node, address, this.#tag));
  }

  /** @param slot 32 bytes */
  async storage(address: string, slot: string): Promise<string> {
    return String(await ask(this.#node, "eth_getStorageAt", address, slot, this.#tag));
  }

  /**
   * Reads the root of a contract's storage, and slots of it, with the trie's nodes that lead to them.
   * @throws MigrationError if the node cannot
   */
  async proof(address: string, slots: readonly bigint[]): Promise<StorageProof> {
    return await readStorageProof(this.#node, [address, slots, this.#tag]);
  }

  /** @throws MigrationError if contracts of this chain count other blocks than its node, which logs are about */
  requireOwnBlockNumbers(): void {
    if (!this.#source.isRollup) return;
    throw new MigrationError("contracts of this chain count the blocks of another one");
  }

  /**
   * Why events of a contract's early history may be missing; undefined if all were searched. That is also the case if
   * it did not exist before the first block searched.
   */
  async missingEvents(address: string): Promise<string | undefined> {
    if (this.fromBlock === 0) return undefined;
    const before = toQuantity(this.fromBlock - 1);
    const code = await readCode(this.#node, address, before).catch(() => undefined);
    if (code === "0x") return undefined;
    return `events before block ${this.fromBlock} were not read, and the DAO may be older`;
  }

  /** A contract's code at an older block, of which only some nodes have the state. */
  async codeAt(address: string, blockNumber: number): Promise<string> {
    return String(await ask(this.#node, "eth_getCode", address, toQuantity(blockNumber)));
  }

  /** @throws Error if the node does not have the block */
  async transactionsOf(blockNumber: number): Promise<readonly MinedTransaction[]> {
    const block = await ask(this.#node, "eth_getBlockByNumber", toQuantity(blockNumber), true);
    if (isBlock(block))
      return (block as { readonly transactions?: readonly MinedTransaction[] }).transactions ?? [];
    throw new Error(`the node does not have block ${blockNumber}`);
  }

  /** Wei. */
  async balance(address: string): Promise<bigint> {
    return BigInt(String(await ask(this.#node, "eth_getBalance", address, this.#tag)));
  }

  /** In chain order. */
  async logs(filter: LogFilter): Promise<readonly ChainLog[]> {
    return await this.#source.logs.read(filter);
  }

  /** A block's timestamp, UNIX seconds. */
  async timeOf(blockNumber: number): Promise<number> {
    return await madeOnce(this.#times, blockNumber, async () => {
      const block = await ask(this.#node, "eth_getBlockByNumber", toQuantity(blockNumber), false);
      if (isBlock(block)) return Number(block.timestamp);
      throw new MigrationError(
        `The node returned a log of block ${blockNumber}, but does not have that block.`,
      );
    });
  }

  /** @throws MigrationError if the node is on another chain now, or the block is no longer part of it */
  async requireSameBlock(): Promise<void> {
    await requireSameBlock(this.#node, this);
  }

  get #tag(): string {
    return toQuantity(this.block.number);
  }
}
