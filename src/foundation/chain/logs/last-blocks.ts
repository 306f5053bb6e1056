import { toQuantity } from "ethers";

import type { MigrationError } from "../../support/errors.js";
import { madeOnce } from "../../support/once.js";
import { oneLine } from "../../support/printable.js";
import { incomplete, RETRIES } from "../incomplete-answers.js";
import { ask, type Eip1193Provider } from "../provider.js";
import { RetryableError, withRetries } from "../retry.js";
import { bloomOf, mayMatch } from "./bloom.js";
import { logsFromReceipts } from "./from-receipts.js";
import { LogParser, matcherOf, type BlockRange, type ChainLog, type LogFilter } from "./log.js";
import { rangeSizeOf } from "./range-size.js";
import { refusalOf } from "./read-logs.js";

/** How many blocks at the end of a range are read by their hash, unless more are asked for. */
export const LAST_BLOCKS = 8;

/** For a header without a bloom filter, as a few chains have it: such a block may have any logs. */
const ANY_LOGS = `0x${"ff".repeat(256)}`;

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly logsBloom: string;
}

/**
 * The logs of the last blocks of a range, asked for by the blocks' hashes. Several nodes may share one address, and one
 * that is a few blocks behind answers a range as if the blocks that it lacks had no logs; a hash that it does not know
 * is an error. Each block is asked for once, for all filters, and only if its header announces logs that match.
 */
export class LastBlocks {
  readonly #provider: Eip1193Provider;
  readonly #range: BlockRange;
  readonly #count: number;
  readonly #logs = new Map<string, Promise<readonly ChainLog[]>>();
  #blocks: Promise<readonly Block[]> | undefined;

  constructor(provider: Eip1193Provider, range: BlockRange, count: number) {
    this.#provider = provider;
    this.#range = range;
    this.#count = count;
  }

  /** @throws MigrationError if the node does not know one of the blocks, or has none of its logs */
  async read(filter: LogFilter): Promise<readonly ChainLog[]> {
    this.#blocks ??= this.#readBlocks();
    const blocks = (await this.#blocks).filter(({ logsBloom }) => mayMatch(logsBloom, filter));
    const logs = await Promise.all(
      blocks.map((block) => madeOnce(this.#logs, block.hash, () => this.#readLogs(block))),
    );
    return logs.flat().filter(matcherOf(filter));
  }

  async #readBlocks(): Promise<readonly Block[]> {
    const { from, to } = this.#range;
    const first = Math.max(from, to - this.#count + 1);
    const numbers = Array.from({ length: to - first + 1 }, (_, index) => first + index);
    return await Promise.all(numbers.map((number) => this.#readBlock(number)));
  }

  async #readBlock(number: number): Promise<Block> {
    type Answer = { readonly hash: string; readonly logsBloom?: string | null } | null;
    const params = [toQuantity(number), false] as const;
    return await insisting(number, async () => {
      const block = await ask<Answer>(this.#provider, "eth_getBlockByNumber", ...params);
      if (block === null) throw new Error("it has no such block");
      return { number, hash: block.hash, logsBloom: block.logsBloom ?? ANY_LOGS };
    });
  }

  /** Some chains put arbitrary values into their headers, so receipts count in the end. */
  async #readLogs({ number, hash, logsBloom }: Block): Promise<readonly ChainLog[]> {
    const parser = new LogParser({});
    const { cuts } = rangeSizeOf(this.#provider);
    return await insisting(number, async (isLast) => {
      const logs = await ask(this.#provider, "eth_getLogs", { blockHash: hash }).then(
        (answer) => parser.parse(answer, { from: number, to: number }),
        async (error: unknown) => {
          if (refusalOf(error)?.kind === "logs") {
            return await logsFromReceipts(this.#provider, number);
          }
          throw error;
        },
      );
      // Equal events have the same bloom filter as one of them.
      if (bloomOf(logs) === logsBloom && !cuts) return logs;
      if (!isLast && !cuts) throw new Error("its header announces other logs");
      return await logsFromReceipts(this.#provider, number);
    });
  }
}

/** Asks again if it fails: the next answer may be another node's. */
async function insisting<Answer>(
  number: number,
  read: (isLast: boolean) => Promise<Answer>,
): Promise<Answer> {
  const attempt = async (count: number) =>
    await read(count === RETRIES.lastLogs.attempts).catch((cause: unknown) => {
      throw new RetryableError("", { cause });
    });
  return await withRetries(attempt, RETRIES.lastLogs, (_count, { cause }) =>
    lagging(number, cause),
  );
}

function lagging(number: number, cause: unknown): MigrationError {
  const said = oneLine(cause instanceof Error ? cause.message : String(cause));
  const found = `The node does not serve the logs of block ${number}, one of the last (${said})`;
  return incomplete("behind", found, cause);
}
