import { toQuantity } from "ethers";

import { MigrationError } from "../../support/errors.js";
import type { Eip1193Provider } from "../provider.js";
import type { BlockRange } from "./log.js";

/** Blocks that are looked at, evenly over the range. */
const SAMPLES = 8;
/** Receipts that are looked at in a block of which no logs were given. */
const RECEIPTS = 10;

interface SampleBlock {
  readonly number: string;
  readonly logsBloom: string;
  readonly transactions: readonly unknown[];
}

/**
 * Checks that a node gives logs of old and of new blocks: some answer with an empty list for blocks that
 * they have pruned or not looked through yet, which reads like 'no logs'. Of blocks evenly over the
 * range, the first and the last whose headers speak of logs have to have some.
 * What cannot be told (no such header, an error) passes, as asking for the logs will tell.
 * @throws MigrationError if a receipt of the block has logs and the node gives none of it
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

/** A block whose header speaks of logs. */
async function readBlock(
  provider: Eip1193Provider,
  number: number,
): Promise<SampleBlock | undefined> {
  const params = [toQuantity(number), false];
  const block = (await provider
    .request({ method: "eth_getBlockByNumber", params })
    .catch(() => null)) as Partial<SampleBlock> | null;
  if (typeof block?.number !== "string" || typeof block.logsBloom !== "string") return undefined;
  if (!Array.isArray(block.transactions) || /^0x0*$/.test(block.logsBloom)) return undefined;
  return block as SampleBlock;
}

async function isSilent(
  provider: Eip1193Provider,
  { number, transactions }: SampleBlock,
): Promise<boolean> {
  const params = [{ fromBlock: number, toBlock: number }];
  const logs = await provider.request({ method: "eth_getLogs", params }).catch(() => undefined);
  if (!Array.isArray(logs) || logs.length > 0) return false;
  // Some chains put anything into their headers.
  const receipts = await Promise.all(
    transactions.slice(0, RECEIPTS).map(async (transaction) => {
      const hash = typeof transaction === "string" ? transaction : undefined;
      const method = "eth_getTransactionReceipt";
      return await provider.request({ method, params: [hash] }).catch(() => null);
    }),
  );
  return receipts.some((receipt) => {
    const own = (receipt as { readonly logs?: unknown } | null)?.logs;
    return Array.isArray(own) && own.length > 0;
  });
}
