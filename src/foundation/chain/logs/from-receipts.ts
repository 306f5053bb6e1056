import { toQuantity } from "ethers";

import { ask, type Eip1193Provider } from "../provider.js";
import { LogParser, type BlockRange, type ChainLog } from "./log.js";

/**
 * Reads all logs of a block from its receipts, for a block that has more logs than the node returns at once.
 * @throws Error if the node does not have the block and all of its receipts
 */
export async function logsFromReceipts(
  provider: Eip1193Provider,
  number: number,
): Promise<readonly ChainLog[]> {
  type Block = { readonly transactions: readonly string[] } | null;
  const block = await ask<Block>(provider, "eth_getBlockByNumber", toQuantity(number), false);
  if (block === null) throw new Error(`the node has no block ${number}`);
  return await logsOfTransactions(provider, block.transactions, { from: number, to: number });
}

/**
 * Reads all logs of transactions from their receipts.
 * @throws Error if the node does not have all of them
 */
export async function logsOfTransactions(
  provider: Eip1193Provider,
  transactions: readonly string[],
  range: BlockRange,
): Promise<readonly ChainLog[]> {
  type Receipt = { readonly logs: readonly unknown[] } | null;
  const receipts = await Promise.all(
    transactions.map((hash) => ask<Receipt>(provider, "eth_getTransactionReceipt", hash)),
  );
  const logs = receipts.flatMap((receipt, index) => {
    if (receipt === null) throw new Error(`the node lacks the receipt of ${transactions[index]}`);
    return receipt.logs;
  });
  return new LogParser({}).parse(logs, range);
}
