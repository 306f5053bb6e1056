import { toQuantity } from "ethers";

import { MigrationError } from "../../support/errors.js";
import { ask, type Eip1193Provider } from "../provider.js";
import type { BlockRange } from "./log.js";

/** Blocks to test, spread evenly over the range. */
const SAMPLES = 8;
/** Receipts to read in a block for which the node returned no logs. */
const RECEIPTS = 10;
/** Several nodes may share one address. */
const ATTEMPTS = 3;

interface SampleBlock {
  readonly number: string;
  readonly logsBloom: string;
  readonly transactions: readonly unknown[];
}

/**
 * Checks that a node serves logs of old and new blocks. Some nodes return an empty list for blocks that they have
 * pruned or not indexed yet, which looks like 'no logs'. Among blocks spread evenly over the range, this takes the
 * first and the last whose header announces logs, and requires the node to return some. If this cannot be decided (no
 * such header, an error), the check passes, because the later request will show it.
 * @throws MigrationError if a block has a receipt with logs but the node returns none
 */
export async function requireLogsServed(
  provider: Eip1193Provider,
  { from, to }: BlockRange,
): Promise<void> {
  const numbers = Array.from({ length: SAMPLES }, (_, index) =>
    Math.round(from + ((to - from) * index) / (SAMPLES - 1)),
  );
  const blocks = await Promise.all([...new Set(numbers)].map((each) => readBlock(provider, each)));
  const speaking = blocks.filter((block) => block !== undefined);
  for (const block of new Set([speaking[0], speaking.at(-1)])) {
    if (block !== undefined && (await isSilent(provider, block))) {
      throw new MigrationError(
        `The node returns no logs for block ${Number(block.number)}, although a receipt of that block has some: it ` +
          "does not serve the logs of all blocks, and answers as if there were none. " +
          "Use an archive node, or start at a later block if you do not need the earlier ones.",
      );
    }
  }
}

/** The block, if its header announces logs. */
async function readBlock(
  provider: Eip1193Provider,
  number: number,
): Promise<SampleBlock | undefined> {
  type Answer = Partial<SampleBlock> | null;
  const tag = toQuantity(number);
  const asked = ask<Answer>(provider, "eth_getBlockByNumber", tag, false);
  const block = await asked.catch(() => null);
  if (typeof block?.number !== "string" || typeof block.logsBloom !== "string") return undefined;
  if (!Array.isArray(block.transactions) || /^0x0*$/.test(block.logsBloom)) return undefined;
  return block as SampleBlock;
}

async function isSilent(
  provider: Eip1193Provider,
  { number, transactions }: SampleBlock,
): Promise<boolean> {
  const range = { fromBlock: number, toBlock: number };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const logs = await ask(provider, "eth_getLogs", range).catch(() => undefined);
    if (!Array.isArray(logs) || logs.length > 0) return false;
  }
  return await hasLogs(provider, transactions);
}

/** Checks receipts, because some chains put arbitrary values into their headers. */
async function hasLogs(
  provider: Eip1193Provider,
  transactions: readonly unknown[],
): Promise<boolean> {
  const receipts = await Promise.all(
    transactions.slice(0, RECEIPTS).map(async (transaction) => {
      const hash = typeof transaction === "string" ? transaction : undefined;
      return await ask(provider, "eth_getTransactionReceipt", hash).catch(() => null);
    }),
  );
  return receipts.some((receipt) => {
    const own = (receipt as { readonly logs?: unknown } | null)?.logs;
    return Array.isArray(own) && own.length > 0;
  });
}
