import { toQuantity, ZeroHash } from "ethers";

import type { MigrationError } from "../../support/errors.js";
import { oneLine } from "../../support/printable.js";
import { unlessAborted } from "../../support/unless-aborted.js";
import { incomplete } from "../incomplete-answers.js";
import { logRefusal, type LogRefusal } from "../node-words.js";
import { ask, type Eip1193Provider } from "../provider.js";
import { ConnectionError } from "../rpc-error.js";
import { logsFromReceipts } from "./from-receipts.js";
import {
  inOrder,
  LogParser,
  matcherOf,
  merged,
  type BlockRange,
  type ChainLog,
  type LogFilter,
} from "./log.js";
import { rangeSizeOf, type RangeSize } from "./range-size.js";
import { noneServed } from "./serves-logs.js";

/** Logs of a range of blocks, both ends included. */
export interface LogQuery extends LogFilter {
  readonly fromBlock: number;
  readonly toBlock: number;
}

export interface ReadLogsOptions {
  /** Concurrent requests. Default 4. */
  readonly atOnce?: number;
  /** Called after each answer with the number of blocks read and the total. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
  readonly checks?: Checks;
}

/** How answers are checked for being cut off. */
export interface Checks {
  /** How many more are checked, unless one was cut off. */
  left: number;
  /** Later blocks are read in another way, too. */
  readonly upTo: number;
}

/** A range, and the block before it whose logs may be cut off if it has logs. */
interface Part extends BlockRange {
  readonly after?: number;
}

const AT_ONCE = 4;
/** Some nodes silently cut an answer off at a round number of logs. */
const ROUND = 1000;
/** After so many failures without an answer in between, and after the first, a node has to show that it has logs. */
const FAILURES = 16;
/** If a node does not answer at all, ranges get smaller, down to this fraction, before giving up. */
const SMALLER = 8;

/**
 * Reads logs in chain order, however few a node returns at a time. A refused range is made smaller until the node
 * accepts it, and the accepted size is remembered for the provider. Each block counts in exactly one answer. The number
 * of requests grows with the number of logs, and with the number of blocks divided by what the node accepts, not with
 * their square. `RpcClient` waits for rate limits.
 * @throws MigrationError if the node does not have the logs, or an answer cannot be used
 * @throws InterruptionError if the signal is aborted; other errors are the node's
 * @example
 * const logs = await readLogs(provider, { address: token, topics: [transfer], fromBlock: 0, toBlock: 20_000_000 });
 */
export async function readLogs(
  provider: Eip1193Provider,
  query: LogQuery,
  options: ReadLogsOptions = {},
): Promise<readonly ChainLog[]> {
  return (await readFirstLogs(provider, query, options)).logs;
}

/**
 * Reads the logs of the first blocks of a range, in chain order.
 * @param options `atMost` answers of the node, and not many more
 * @returns the logs, and the last block that was read
 */
export async function readFirstLogs(
  provider: Eip1193Provider,
  { fromBlock: from, toBlock: to, ...filter }: LogQuery,
  options: ReadLogsOptions & { readonly atMost?: number },
): Promise<{ readonly logs: readonly ChainLog[]; readonly end: number }> {
  if (from > to) return { logs: [], end: to };
  const reader = new RangeReader(provider, filter, options);
  const end = await reader.read({ from, to }, options.atMost ?? Infinity);
  const isRead = ({ blockNumber }: ChainLog): boolean => blockNumber <= end;
  const more = [...reader.more.values()].flat();
  return { logs: merged(inOrder(reader.logs.filter(isRead)), more.filter(isRead)), end };
}

class RangeReader {
  readonly #provider: Eip1193Provider;
  readonly #filter: LogFilter;
  readonly #parser: LogParser;
  readonly #size: RangeSize;
  readonly #options: ReadLogsOptions;
  /** Ranges left to request, the first one last. */
  readonly #left: Part[] = [];
  readonly logs: ChainLog[] = [];
  /** All logs of some blocks, by number. */
  readonly more = new Map<number, readonly ChainLog[]>();
  /** Size of the largest range without an answer since the last answer. */
  #lost = 0;

  constructor(provider: Eip1193Provider, filter: LogFilter, options: ReadLogsOptions) {
    this.#provider = provider;
    this.#filter = { address: filter.address, topics: filter.topics };
    this.#parser = new LogParser(filter);
    this.#size = rangeSizeOf(provider);
    this.#options = options;
  }

  /** @returns the last block before which nothing is missing; later ones may have been read, too */
  async read(range: BlockRange, atMost: number): Promise<number> {
    const { atOnce = AT_ONCE, onProgress, signal } = this.#options;
    const all = blocksOf(range);
    let [done, answers] = [0, 0];
    this.#left.push(range);
    const underway = new Set<Promise<void>>();
    const start = (): void => {
      const next = this.#next();
      const ask: Promise<void> = unlessAborted(this.#ask(next), signal).then((read) => {
        underway.delete(ask);
        if (read === 0) return;
        done += read;
        answers++;
        onProgress?.(done, all);
      });
      // If several fail, the first error is reported.
      ask.catch(() => {});
      underway.add(ask);
    };
    const mayStart = (): boolean =>
      this.#left.length > 0 &&
      (answers + underway.size < atMost || this.#left.at(-1)!.after !== undefined) &&
      underway.size < (this.#size.isOpen ? 1 : atOnce);
    do {
      while (mayStart()) start();
      await Promise.race(underway);
    } while (underway.size > 0 || mayStart());
    return Math.min(range.to, ...this.#left.map(({ from }) => from - 1));
  }

  #next(): Part {
    const range = this.#left.pop()!;
    const last = range.from + this.#size.size - 1;
    if (last >= range.to) return range;
    this.#left.push({ from: last + 1, to: range.to });
    return { ...range, to: last };
  }

  /** @returns the number of blocks read; 0 if they must be requested again in another way */
  async #ask(range: Part): Promise<number> {
    let answer: unknown;
    try {
      const [fromBlock, toBlock] = [toQuantity(range.from), toQuantity(range.to)];
      const query = { ...this.#filter, fromBlock, toBlock };
      answer = await ask(this.#provider, "eth_getLogs", query);
    } catch (error) {
      const isFull = refusalOf(error)?.kind === "logs";
      if (isFull && this.#size.failures++ % FAILURES === 0) await this.#requireServed(range.from);
      if (isFull && range.from === range.to) {
        const all = await logsFromReceipts(this.#provider, range.from);
        for (const log of all.filter(matcherOf(this.#filter))) this.logs.push(log);
        return 1;
      }
      this.#refused(range, error);
      return 0;
    }
    this.#lost = 0;
    const logs = this.#parser.parse(answer, range);
    const blocks = blocksOf(range);
    if (logs.length >= ROUND && logs.length % ROUND === 0 && blocks > 1) {
      this.#halve(range);
      return 0;
    }
    this.#size.wasTaken(blocks);
    for (const log of logs) this.logs.push(log);
    return blocks - (await this.#check(range, logs));
  }

  /**
   * Some nodes silently return only the first logs: after the last one, there is nothing if these are all.
   * @returns how many blocks are to be requested again
   */
  async #check({ to, after }: Part, logs: readonly ChainLog[]): Promise<number> {
    const { checks } = this.#options;
    if (checks === undefined || logs.length === 0) return 0;
    const last = logs.reduce((most, { blockNumber }) => Math.max(most, blockNumber), 0);
    this.#size.cuts ||= after !== undefined;
    if (!this.#size.cuts && (last >= checks.upTo || checks.left-- <= 0)) return 0;
    for (const block of this.#size.cuts ? [after ?? last, last] : []) {
      const all = this.more.get(block) ?? (await logsFromReceipts(this.#provider, block));
      this.more.set(block, all.filter(matcherOf(this.#filter)));
    }
    if (last < to) this.#left.push({ from: last + 1, to, after: last });
    return to - last;
  }

  /** A node that refuses even to find nothing in one block would be asked for each block. */
  async #requireServed(number: number): Promise<void> {
    const block = toQuantity(number);
    const query = { topics: [ZeroHash], fromBlock: block, toBlock: block };
    await ask(this.#provider, "eth_getLogs", query).catch((error: unknown) => {
      // Smaller ranges show which blocks were pruned.
      if (refusalOf(error)?.kind !== "pruned") throw noneServed(number, error);
    });
  }

  #refused(range: Part, error: unknown): void {
    const blocks = blocksOf(range);
    const refusal = refusalOf(error);
    if (refusal?.kind === "pruned") throw prunedError(range, error);
    if (blocks === 1 || refusal === undefined) throw error;
    if (error instanceof ConnectionError) {
      this.#lost = Math.max(this.#lost, blocks);
      if (blocks <= this.#lost / SMALLER + 1) throw error;
    }
    if (refusal.kind === "logs") this.#halve(range);
    else {
      this.#size.wasRefused(blocks, refusal.most);
      this.#left.push(range);
    }
  }

  #halve(range: Part): void {
    const middle = Math.floor((range.from + range.to) / 2);
    this.#left.push({ from: middle + 1, to: range.to }, { ...range, to: middle });
  }
}

function blocksOf({ from, to }: BlockRange): number {
  return to - from + 1;
}

/** Some nodes put the essential part into the error's data, or into the error that caused it. */
export function refusalOf(error: unknown): LogRefusal | undefined {
  for (let each = error, depth = 0; depth < 4; depth++) {
    if (typeof each !== "object" || each === null) return undefined;
    const { code, message, data, cause } = each as {
      code?: unknown;
      message?: unknown;
      data?: unknown;
      cause?: unknown;
    };
    const said = [message, typeof data === "object" ? JSON.stringify(data) : data];
    const refusal = logRefusal({
      code: typeof code === "number" ? code : undefined,
      message: said.filter((text) => typeof text === "string").join(" "),
    });
    if (refusal !== undefined) return refusal;
    each = cause;
  }
  return undefined;
}

function prunedError({ from, to }: BlockRange, cause: unknown): MigrationError {
  const said = oneLine(cause instanceof Error ? cause.message : String(cause));
  const found = `The node does not have the logs of blocks ${from} to ${to} (pruned: ${said})`;
  return incomplete("pruned", found, cause);
}
