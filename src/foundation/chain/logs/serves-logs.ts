import { toQuantity } from "ethers";

import type { MigrationError } from "../../support/errors.js";
import { oneLine } from "../../support/printable.js";
import { askAgain, atOnce, incomplete } from "../incomplete-answers.js";
import { ask, type Eip1193Provider } from "../provider.js";
import { ConnectionError } from "../rpc-error.js";
import { logsFromReceipts } from "./from-receipts.js";
import type { BlockRange } from "./log.js";

/** Blocks to test, spread evenly over the range. */
const SAMPLES = 8;

/**
 * Checks that a node serves logs of old and new blocks. Some nodes return an empty list for blocks that they have
 * pruned or not indexed yet, which looks like 'no logs'. Among blocks spread evenly over the range, this takes the
 * first and the last whose header announces logs, and requires the node to return some. If this cannot be decided (no
 * such header, an error), the check passes, because the later request will show it.
 * @throws MigrationError if a block has a receipt with logs but the node returns none, or no answer
 */
export async function requireLogsServed(
  provider: Eip1193Provider,
  { from, to }: BlockRange,
): Promise<void> {
  const numbers = Array.from({ length: SAMPLES }, (_, index) =>
    Math.round(from + ((to - from) * index) / (SAMPLES - 1)),
  );
  const sampled = [...new Set(numbers)];
  const announce = await Promise.all(sampled.map((each) => announces(provider, each)));
  const speaking = sampled.filter((_, index) => announce[index]);
  for (const number of new Set([speaking[0], speaking.at(-1)])) {
    if (number !== undefined && (await isSilent(provider, number))) {
      throw incomplete(
        "pruned",
        `The node returns no logs for block ${number}, although a receipt of that block has some: it ` +
          "does not serve the logs of all blocks, and answers as if there were none",
      );
    }
  }
}

export function noneServed(number: number, cause: unknown): MigrationError {
  const said = oneLine(cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
  const found = `The node does not even return the logs of one block, ${number}, which have to be read (${said})`;
  return incomplete("malformed", found, cause);
}

/** Whether a block's header announces logs. */
async function announces(provider: Eip1193Provider, number: number): Promise<boolean> {
  type Answer = { readonly logsBloom?: unknown } | null;
  const asked = ask<Answer>(provider, "eth_getBlockByNumber", toQuantity(number), false);
  const { logsBloom } = (await asked.catch(() => null)) ?? {};
  return typeof logsBloom === "string" && !/^0x0*$/.test(logsBloom);
}

/** Receipts count in the end, because some chains put arbitrary values into their headers. */
async function isSilent(provider: Eip1193Provider, number: number): Promise<boolean> {
  const range = { fromBlock: toQuantity(number), toBlock: toQuantity(number) };
  const read = async () =>
    await ask(provider, "eth_getLogs", range).catch((error: unknown) => {
      // It was asked often enough, and would be as often for each range.
      if (error instanceof ConnectionError) throw noneServed(number, error);
    });
  const hasSome = (logs: unknown) => !Array.isArray(logs) || logs.length > 0;
  if (hasSome(await askAgain(read, hasSome, atOnce()))) return false;
  return (await logsFromReceipts(provider, number).catch(() => [])).length > 0;
}
