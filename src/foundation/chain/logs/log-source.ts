import { Turns } from "../../support/turns.js";
import { unlessAborted } from "../../support/unless-aborted.js";
import type { Eip1193Provider } from "../provider.js";
import { matcherOf, merged, type BlockRange, type ChainLog, type LogFilter } from "./log.js";
import { LAST_BLOCKS, LastBlocks } from "./last-blocks.js";
import { LogCache, type KeptLogs } from "./log-cache.js";
import { shareRangeSize } from "./range-size.js";
import { readLogs } from "./read-logs.js";
import { requireLogsServed } from "./serves-logs.js";

export interface LogSourceOptions {
  /** Concurrent requests for logs, over all queries. Default 4. */
  readonly atOnce?: number;
  /** Folder for logs of final blocks. Without it, they are not kept. */
  readonly cacheDir?: string;
  /** Whether to ask the node for what is kept, too. */
  readonly isFresh?: boolean;
  /** Folder of the key that authenticates kept logs. Default: see `stateFolder`. */
  readonly stateDir?: string;
  /** Called after each answer with the number of blocks read and the total. */
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

const AT_ONCE = 4;
/** A single answer with fewer logs is as fast to request again as to read from a file. */
const WORTH_KEEPING = 1000;

interface Waiting {
  readonly filter: LogFilter;
  readonly resolve: (logs: readonly ChainLog[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Question extends Waiting {
  readonly kept: KeptLogs | undefined;
}

/**
 * The logs of one range of blocks, for any number of queries. The first query finds out whether the node lacks logs of
 * some blocks, and logs of final blocks are requested only once.
 */
export class LogSource {
  readonly #provider: Eip1193Provider;
  readonly #range: BlockRange;
  readonly #options: LogSourceOptions;
  /** The same node with a limit on concurrent requests for logs. */
  readonly #limited: Eip1193Provider;
  readonly #last: LastBlocks;
  /** Queries that took many answers or logs, and are kept if their logs add up. */
  readonly #large = new Set<string>();
  #waiting: Waiting[] = [];
  #opened: Promise<LogCache | undefined> | undefined;

  constructor(provider: Eip1193Provider, range: BlockRange, options: LogSourceOptions = {}) {
    this.#provider = provider;
    this.#range = range;
    this.#options = options;
    const turns = new Turns(options.atOnce ?? AT_ONCE);
    this.#limited = { request: async (call) => await turns.run(() => provider.request(call)) };
    shareRangeSize(this.#limited, provider);
    this.#last = new LastBlocks(this.#limited, range);
  }

  /**
   * Reads the logs that match a filter, in chain order. Combines concurrent queries for several contracts into one
   * request.
   * @throws MigrationError if the node does not have them, or an answer cannot be used
   * @throws InterruptionError if the signal is aborted; other errors are the node's, even if some logs are cached
   */
  async read(filter: LogFilter): Promise<readonly ChainLog[]> {
    const logs = new Promise<readonly ChainLog[]>((resolve, reject) => {
      this.#waiting.push({ filter, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#answerAll());
    });
    return await unlessAborted(logs, this.#options.signal);
  }

  /**
   * Keeps what a query returned, for the next run, or drops what was kept of it. Only who compares the logs with other
   * facts can tell whether the node left some out.
   * @param logs all of them; undefined if they do not add up
   */
  async keep(filter: LogFilter, logs: readonly ChainLog[] | undefined): Promise<void> {
    const cache = await this.#opened;
    const { from, to } = this.#range;
    if (logs === undefined) await cache?.drop(filter, from);
    else if (this.#large.has(keyOf(filter)))
      await cache?.write(filter, from, { toBlock: to, logs });
  }

  async #answerAll(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#opened ??= this.#open();
      const cache = await this.#opened;
      const questions = await Promise.all(
        waiting.map(async (each) => {
          const isKept = this.#options.isFresh !== true;
          const kept = isKept ? await cache?.read(each.filter, this.#range.from) : undefined;
          return { ...each, kept };
        }),
      );
      await Promise.all(grouped(questions).map((group) => this.#answer(group)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Answers queries that start at the same block. */
  async #answer(group: readonly [Question, ...Question[]]) {
    const { from, to } = this.#range;
    let answers = 0;
    const onProgress = (done: number, all: number): void => {
      answers++;
      this.#options.onProgress?.(done, all);
    };
    try {
      const { atOnce, signal } = this.#options;
      const fromBlock = (group[0].kept?.toBlock ?? from - 1) + 1;
      const filter = unionOf(group);
      const query = { ...filter, fromBlock, toBlock: to };
      const [read, last] = await Promise.all([
        readLogs(this.#limited, query, { atOnce, signal, onProgress }),
        this.#last.read(filter),
      ]);
      const fresh = merged(read, last);
      for (const { filter, kept, resolve } of group) {
        const old = kept?.logs.filter(({ blockNumber }) => blockNumber <= to) ?? [];
        const own = fresh.filter(matcherOf(filter));
        const logs = merged(old, own);
        if (answers > 1 || own.length >= WORTH_KEEPING) this.#large.add(keyOf(filter));
        resolve(logs);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #open(): Promise<LogCache | undefined> {
    const { from, to } = this.#range;
    const older = { from, to: to - LAST_BLOCKS };
    if (older.to >= from) await requireLogsServed(this.#provider, older);
    const { cacheDir, stateDir } = this.#options;
    if (cacheDir === undefined) return undefined;
    return await LogCache.open(cacheDir, this.#provider, stateDir);
  }
}

/**
 * Groups queries with the same first block that can be combined: those of given contracts, and those of any, with the
 * same parameters. With other parameters, a combined query would return too much: the transfers of one account are few,
 * those of a token are not.
 */
function grouped(questions: readonly Question[]): [Question, ...Question[]][] {
  const groups = Map.groupBy<unknown, Question>(questions, (each) => groupOf(each) ?? each);
  return [...groups.values()] as [Question, ...Question[]][];
}

function groupOf({ filter: { address, topics = [] }, kept }: Question): string | undefined {
  const [event, ...parameters] = topics;
  if (event === undefined || event === null) return undefined;
  return JSON.stringify([kept?.toBlock ?? -1, address === undefined, parameters]);
}

function keyOf({ address, topics }: LogFilter): string {
  return JSON.stringify([address, topics]);
}

function unionOf(group: readonly [Question, ...Question[]]): LogFilter {
  if (group.length === 1) return group[0].filter;
  const { address, topics = [] } = group[0].filter;
  return {
    ...(address !== undefined && {
      address: [...new Set(group.flatMap(({ filter }) => filter.address ?? []))],
    }),
    topics: [
      [...new Set(group.flatMap(({ filter }) => filter.topics?.[0] ?? []))],
      ...topics.slice(1),
    ],
  };
}
