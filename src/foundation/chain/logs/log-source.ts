import { toQuantity, ZeroHash } from "ethers";

import { Turns } from "../../support/turns.js";
import { unlessAborted } from "../../support/unless-aborted.js";
import { ask, type Eip1193Provider } from "../provider.js";
import { logsOfTransactions } from "./from-receipts.js";
import {
  covers,
  matcherOf,
  merged,
  type BlockRange,
  type ChainLog,
  type LogFilter,
} from "./log.js";
import { LAST_BLOCKS, LastBlocks } from "./last-blocks.js";
import { LogCache } from "./log-cache.js";
import { rangeSizeOf, shareRangeSize } from "./range-size.js";
import { readFirstLogs, type Checks } from "./read-logs.js";
import { requireLogsServed } from "./serves-logs.js";

export interface LogSourceOptions {
  /** Folder for logs of final blocks. Without it, they are not kept. */
  readonly cacheDir?: string;
  /** Folder of the key that authenticates kept logs. Default: see `stateFolder`. */
  readonly stateDir?: string;
  /** Called after each answer with the number of blocks read and the total. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
  /** How many blocks at the end are read by their hash, which a node that is behind does not know. Default: 8. */
  readonly lastBlocks?: number;
}

/** Tells from logs which other logs will be needed: they are read along from there on. */
export type Follow = (logs: readonly ChainLog[]) => Promise<readonly LogFilter[]>;

/** Concurrent requests for logs, over all queries. */
const AT_ONCE = 4;
/** One answer and its check with fewer logs are as fast to request again as to read from a file. */
const WORTH_KEEPING = 1000;
/** To ask for the logs of so few blocks again takes less than to find out which blocks are final, and what is kept. */
const FEW_BLOCKS = 256;
/** How many answers are read before what they tell of is read along. */
const WINDOW = 32;

/** How many answers are checked for being cut off, if none was and everything adds up. */
const CHECKS = 32;

/** A query, with what was read for it so far. */
interface Query {
  readonly filter: LogFilter;
  readonly isWanted: (log: ChainLog) => boolean;
  readonly logs: ChainLog[];
  /** The first block that was not read yet. */
  next: number;
  /** Whether it took many answers or logs, and is kept if its logs add up. */
  isLarge: boolean;
  /** Not `PromiseWithResolvers`, which TypeScript's older libraries do not have. */
  readonly answer: {
    readonly promise: Promise<readonly ChainLog[]>;
    readonly resolve: (logs: readonly ChainLog[]) => void;
    readonly reject: (error: unknown) => void;
  };
}

/**
 * The logs of one range of blocks, for any number of queries. The first query finds out whether the node lacks logs of
 * some blocks, and logs of final blocks are requested only once.
 */
export class LogSource {
  /** Called with logs when they were read. */
  follow: Follow = () => Promise.resolve([]);
  readonly #provider: Eip1193Provider;
  readonly #range: BlockRange;
  readonly #options: LogSourceOptions;
  /** The same node with a limit on concurrent requests for logs. */
  readonly #limited: Eip1193Provider;
  readonly #lastBlocks: number;
  readonly #last: LastBlocks;
  readonly #checks: Checks;
  readonly #queries = new Map<string, Query>();
  /** What was found earlier, if everything is requested again. */
  readonly #before: ReadonlyMap<string, Query> | undefined;
  #waiting: Query[] = [];
  #opened: Promise<LogCache | undefined> | undefined;

  constructor(
    provider: Eip1193Provider,
    range: BlockRange,
    options: LogSourceOptions = {},
    before?: ReadonlyMap<string, Query>,
  ) {
    this.#provider = provider;
    this.#range = range;
    this.#options = options;
    this.#before = before;
    const turns = new Turns(AT_ONCE);
    this.#limited = { request: async (call) => await turns.run(() => provider.request(call)) };
    shareRangeSize(this.#limited, provider);
    this.#lastBlocks = options.lastBlocks ?? LAST_BLOCKS;
    this.#last = new LastBlocks(this.#limited, range, this.#lastBlocks);
    const left = before === undefined ? CHECKS : Infinity;
    const upTo = range.to - this.#lastBlocks;
    this.#checks = { left, upTo };
  }

  /** Asks the node for everything once more, also for what is kept. What it returned before still counts. */
  again(): LogSource {
    return new LogSource(this.#provider, this.#range, this.#options, this.#queries);
  }

  /** Whether the node answers another query of any contract's logs in a number of requests. */
  async isShort(requests: number): Promise<boolean> {
    if (this.#blocks <= requests) return true;
    const { size } = rangeSizeOf(this.#provider);
    if (size < Infinity) return this.#blocks <= requests * size;
    const { from: fromBlock, to: toBlock } = this.#range;
    const query = { topics: [ZeroHash], fromBlock, toBlock };
    const { end } = await readFirstLogs(this.#limited, query, { atMost: 1 });
    return (end - fromBlock + 1) * requests >= this.#blocks;
  }

  /** All logs of transactions, of whatever contract. */
  async ofTransactions(hashes: readonly string[]): Promise<readonly ChainLog[]> {
    return await logsOfTransactions(this.#limited, hashes, this.#range);
  }

  get #blocks(): number {
    return this.#range.to - this.#range.from + 1;
  }

  /**
   * Reads the logs that match a filter, in chain order. Combines concurrent queries for several contracts into one
   * request, and asks nothing if a wider query was made before.
   * @throws MigrationError if the node does not have them, or an answer cannot be used
   * @throws InterruptionError if the signal is aborted; other errors are the node's, even if some logs are cached
   */
  async read(filter: LogFilter): Promise<readonly ChainLog[]> {
    const { signal } = this.#options;
    const known = this.#known(filter);
    const query = known ?? this.#add(filter);
    if (known === undefined) {
      this.#waiting.push(query);
      if (this.#waiting.length === 1) setImmediate(() => void this.#answerAll());
    }
    const logs = await unlessAborted(query.answer.promise, signal);
    return covers(filter, query.filter) ? logs : logs.filter(matcherOf(filter));
  }

  /** The query that answers a filter, too. */
  #known(filter: LogFilter): Query | undefined {
    const all = [...this.#queries.values()];
    return this.#queries.get(keyOf(filter)) ?? all.find((each) => covers(each.filter, filter));
  }

  #add(filter: LogFilter): Query {
    const answer = Promise.withResolvers<readonly ChainLog[]>();
    // Nobody may ever ask for what is read along.
    answer.promise.catch(() => {});
    const isWanted = matcherOf(filter);
    const query = { filter, isWanted, logs: [], next: this.#range.from, isLarge: false, answer };
    this.#queries.set(keyOf(filter), query);
    return query;
  }

  /**
   * Keeps what was read, for the next run, or drops what was kept of it. Only who compares the logs with other facts can
   * tell whether the node left some out.
   */
  async keep(addUp: boolean): Promise<void> {
    const cache = await this.#opened;
    const { from, to: toBlock } = this.#range;
    await Promise.all(
      [...this.#queries.values()].map(async ({ filter, isLarge, answer }) => {
        const logs = await answer.promise.catch(() => undefined);
        if (logs === undefined) return;
        if (!addUp) await cache?.drop(filter, from);
        else if (isLarge) await cache?.write(filter, from, { toBlock, logs });
      }),
    );
  }

  async #answerAll(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#opened ??= this.#open();
      await this.#opened;
      await Promise.all([...Map.groupBy(waiting, groupOf).values()].map((all) => this.#sweep(all)));
    } catch (error) {
      for (const { answer } of waiting) answer.reject(error);
    }
  }

  /** Reads several queries together, with what their logs lead to. */
  async #sweep(queries: readonly Query[]): Promise<void> {
    const { to } = this.#range;
    const all: Query[] = [];
    try {
      await this.#start(all, queries);
      for (;;) {
        const first = Math.min(...all.map(({ next }) => next));
        if (first > to) {
          const last = await this.#last.read(unionOf(all));
          if (await this.#followed(all, last, to + 1)) continue;
          return await this.#finish(all, last);
        }
        const group = all.filter(({ next }) => next === first);
        const others = all.filter(({ next }) => next > first).map(({ next }) => next - 1);
        const range = { from: first, to: Math.min(to, ...others) };
        const { logs, end } = await this.#readWindow(group, range);
        await this.#followed(all, logs, end + 1);
      }
    } catch (error) {
      for (const { answer } of all) answer.reject(error);
    }
  }

  async #finish(all: readonly Query[], last: readonly ChainLog[]): Promise<void> {
    for (const { logs, filter, isWanted, answer } of all) {
      const before = await this.#before?.get(keyOf(filter))?.answer.promise.catch(() => []);
      answer.resolve(merged(before ?? [], merged(logs, last.filter(isWanted))));
    }
  }

  async #readWindow(group: readonly Query[], range: BlockRange) {
    const { signal } = this.#options;
    let answers = 0;
    const onProgress = (done: number): void => {
      answers++;
      this.#options.onProgress?.(range.from - this.#range.from + done, this.#blocks);
    };
    const options = { signal, onProgress, checks: this.#checks, atMost: WINDOW };
    const query = { ...unionOf(group), fromBlock: range.from, toBlock: range.to };
    const { logs, end } = await readFirstLogs(this.#limited, query, options);
    for (const each of group) {
      const own = logs.filter(each.isWanted);
      each.isLarge ||= answers > 2 || own.length >= WORTH_KEEPING;
      for (const log of own) each.logs.push(log);
      each.next = end + 1;
    }
    return { logs, end };
  }

  /** Adds queries to a sweep, with what is kept of them and what that leads to. */
  async #start(all: Query[], queries: readonly Query[]): Promise<void> {
    all.push(...queries);
    const cache = this.#before === undefined ? await this.#opened : undefined;
    await Promise.all(
      queries.map(async (query) => {
        const kept = await cache?.read(query.filter, this.#range.from);
        if (kept === undefined) return;
        const logs = kept.logs.filter(({ blockNumber }) => blockNumber <= this.#range.to);
        for (const log of logs) query.logs.push(log);
        query.next = kept.toBlock + 1;
        await this.#followed(all, logs, query.next);
      }),
    );
  }

  /**
   * Adds what logs lead to.
   * @param next the first block that was not read when they were
   * @returns whether that is anything new
   */
  async #followed(all: Query[], logs: readonly ChainLog[], next: number): Promise<boolean> {
    // What cannot be told now is read when it is asked for.
    const filters = await this.follow(logs).catch(() => []);
    const added = filters.flatMap((filter) => (this.#known(filter) ? [] : [this.#add(filter)]));
    await Promise.all(
      added.map(async (query) => (query.next = await this.#startOf(query.filter, next))),
    );
    await this.#start(all, added);
    return added.length > 0;
  }

  /** The first block in which a contract may have emitted something: it had no code before. */
  async #startOf({ address }: LogFilter, next: number): Promise<number> {
    const { from } = this.#range;
    const { size } = rangeSizeOf(this.#provider);
    for (let back = WINDOW * size; typeof address === "string"; back *= 2) {
      const block = next - 1 - back;
      if (!(block > from)) break;
      const params = [address, toQuantity(block)] as const;
      const code = await ask(this.#provider, "eth_getCode", ...params).catch(() => undefined);
      // A node may not have the state of that block.
      if (typeof code !== "string") break;
      if (code === "0x") return block + 1;
    }
    return from;
  }

  async #open(): Promise<LogCache | undefined> {
    const { from, to } = this.#range;
    const older = { from, to: to - this.#lastBlocks };
    if (older.to >= from) await requireLogsServed(this.#provider, older);
    const { cacheDir, stateDir } = this.#options;
    if (cacheDir === undefined || this.#blocks <= FEW_BLOCKS) return undefined;
    return await LogCache.open(cacheDir, this.#provider, stateDir);
  }
}

/**
 * What queries have in common that can be combined: those of given contracts, and those of any, with the same
 * parameters. With other parameters, a combined query would return too much: the transfers of one account are few,
 * those of a token are not.
 */
function groupOf({ filter }: Query): unknown {
  const { address, topics: [event, ...parameters] = [] } = filter;
  if (event === undefined || event === null) return filter;
  return JSON.stringify([address === undefined, parameters]);
}

function keyOf({ address, topics }: LogFilter): string {
  return JSON.stringify([address, topics]);
}

function unionOf(group: readonly Query[]): LogFilter {
  const [{ filter }] = group as [Query];
  if (group.length === 1) return filter;
  const { address, topics = [] } = filter;
  return {
    ...(address !== undefined && {
      address: [...new Set(group.flatMap((each) => each.filter.address ?? []))],
    }),
    topics: [
      [...new Set(group.flatMap((each) => each.filter.topics?.[0] ?? []))],
      ...topics.slice(1),
    ],
  };
}
