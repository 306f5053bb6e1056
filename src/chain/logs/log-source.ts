import { Turns } from "../../support/turns.js";
import type { Eip1193Provider } from "../provider.js";
import type { BlockRange, ChainLog, LogFilter } from "./log.js";
import { LogCache } from "./log-cache.js";
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
   * The logs of the range that a filter asks for, in the order of the chain.
   * @throws MigrationError where the node does not have them, or an answer cannot be used
   * @throws Interruption where the signal is aborted; other errors are the node's, whatever is kept
   */
  async read(filter: LogFilter): Promise<readonly ChainLog[]> {
    this.#opened ??= this.#open();
    const cache = await this.#opened;
    const { from, to } = this.#range;
    const kept = await cache?.read(filter, from);
    const old = kept?.logs.filter(({ blockNumber }) => blockNumber <= to) ?? [];
    let answers = 0;
    const onProgress = (done: number, all: number): void => {
      answers++;
      this.#options.onProgress?.(done, all);
    };
    const query = { ...filter, fromBlock: (kept?.toBlock ?? from - 1) + 1, toBlock: to };
    const { atOnce, signal } = this.#options;
    const fresh = await readLogs(this.#limited, query, { atOnce, signal, onProgress });
    const logs = [...old, ...fresh];
    if (answers > 1 || fresh.length >= WORTH_KEEPING) {
      await cache?.write(filter, from, { toBlock: to, logs });
    }
    return logs;
  }

  async #open(): Promise<LogCache | undefined> {
    await requireLogsServed(this.#provider, this.#range);
    const { cacheDir, stateDir } = this.#options;
    if (cacheDir === undefined) return undefined;
    return await LogCache.open(cacheDir, this.#provider, stateDir);
  }
}
