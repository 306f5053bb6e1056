import { Turns } from "../../support/turns.js";
import { unlessAborted } from "../../support/unless-aborted.js";
import type { Eip1193Provider } from "../provider.js";
import { matcherOf, type BlockRange, type ChainLog, type LogFilter } from "./log.js";
import { LogCache, type KeptLogs } from "./log-cache.js";
import { shareRangeSize } from "./range-size.js";
import { readLogs } from "./read-logs.js";
import { requireLogsServed } from "./serves-logs.js";

export interface LogSourceOptions {
  /** Requests for logs that are under way at a time, of all questions together. Default 4. */
  readonly atOnce?: number | undefined;
  /** Where logs of final blocks are kept; they are not where it is left out. */
  readonly cacheDir?: string | undefined;
  /** Where the key is with which kept logs are known again. Default: see `stateFolder`. */
  readonly stateDir?: string | undefined;
  /** Told after each answer how many blocks of how many are read. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const AT_ONCE = 4;
/** An answer in one piece with fewer logs is had again as quickly as it is read from a file. */
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
 * The logs of one range of blocks, for any number of questions: a node that gives no logs of some of
 * them is found out at the first one, and what is final is read from the node once.
 */
export class LogSource {
  readonly #provider: Eip1193Provider;
  readonly #range: BlockRange;
  readonly #options: LogSourceOptions;
  /** The same node, with few requests for logs at a time. */
  readonly #limited: Eip1193Provider;
  #waiting: Waiting[] = [];
  #opened: Promise<LogCache | undefined> | undefined;

  constructor(provider: Eip1193Provider, range: BlockRange, options: LogSourceOptions = {}) {
    this.#provider = provider;
    this.#range = range;
    this.#options = options;
    const turns = new Turns(options.atOnce ?? AT_ONCE);
    this.#limited = { request: async (call) => await turns.run(() => provider.request(call)) };
    shareRangeSize(this.#limited, provider);
  }

  /**
   * The logs of the range that a filter asks for, in the order of the chain. What is asked at the same
   * time of several contracts is read from the node in one go.
   * @throws MigrationError if the node does not have them, or an answer cannot be used
   * @throws Interruption if the signal is aborted; other errors are the node's, whatever is kept
   */
  async read(filter: LogFilter): Promise<readonly ChainLog[]> {
    const logs = new Promise<readonly ChainLog[]>((resolve, reject) => {
      this.#waiting.push({ filter, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#answerAll());
    });
    return await unlessAborted(logs, this.#options.signal);
  }

  async #answerAll(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#opened ??= this.#open();
      const cache = await this.#opened;
      const questions = await Promise.all(
        waiting.map(async (each) => {
          const kept = await cache?.read(each.filter, this.#range.from);
          return { ...each, kept };
        }),
      );
      await Promise.all(grouped(questions).map((group) => this.#answer(group, cache)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Answers questions that begin at the same block. */
  async #answer(group: readonly [Question, ...Question[]], cache: LogCache | undefined) {
    const { from, to } = this.#range;
    let answers = 0;
    const onProgress = (done: number, all: number): void => {
      answers++;
      this.#options.onProgress?.(done, all);
    };
    try {
      const { atOnce, signal } = this.#options;
      const fromBlock = (group[0].kept?.toBlock ?? from - 1) + 1;
      const query = { ...unionOf(group), fromBlock, toBlock: to };
      const fresh = await readLogs(this.#limited, query, { atOnce, signal, onProgress });
      for (const { filter, kept, resolve } of group) {
        const old = kept?.logs.filter(({ blockNumber }) => blockNumber <= to) ?? [];
        const own = fresh.filter(matcherOf(filter));
        const logs = [...old, ...own];
        if (answers > 1 || own.length >= WORTH_KEEPING) {
          await cache?.write(filter, from, { toBlock: to, logs });
        }
        resolve(logs);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #open(): Promise<LogCache | undefined> {
    await requireLogsServed(this.#provider, this.#range);
    const { cacheDir, stateDir } = this.#options;
    if (cacheDir === undefined) return undefined;
    return await LogCache.open(cacheDir, this.#provider, stateDir);
  }
}

/**
 * Puts together what can be asked in one go, of what begins at the same block: events of known contracts,
 * whatever their parameters are, and events of any contract whose parameters are to be the same. Other
 * filters that name parameters stay by themselves, as the rest would be too much: the transfers of one
 * account are few, those of a token are not.
 */
function grouped(questions: readonly Question[]): [Question, ...Question[]][] {
  const groups = new Map<unknown, [Question, ...Question[]]>();
  for (const question of questions) {
    const key = groupOf(question) ?? question;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [question]);
    else group.push(question);
  }
  return [...groups.values()];
}

function groupOf({ filter: { address, topics = [] }, kept }: Question): string | undefined {
  const [event, ...parameters] = topics;
  if (event === undefined || event === null) return undefined;
  if (address !== undefined && parameters.length > 0) return undefined;
  return JSON.stringify([kept?.toBlock ?? -1, address === undefined, parameters]);
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
