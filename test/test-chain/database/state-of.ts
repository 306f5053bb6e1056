import { CONTRACT, STRANGERS } from "./any-change.js";
import type { Ask } from "./with-chain.js";

/** Only this many blocks of a long chain are compared, at both ends. */
const MOST_BLOCKS = 90;

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly transactions: readonly string[];
  readonly [field: string]: unknown;
}

/** Everything that a client can see of a chain, except its clock. */
export interface State {
  readonly blocks: readonly Block[];
  readonly [name: string]: unknown;
}

/** Returns what a snapshot restores. */
export async function essenceOf(ask: Ask): Promise<object> {
  const head = (await ask("eth_getBlockByNumber", "latest", false)) as Block;
  return { head, accounts: await accountsOf(ask, head.number), ...(await nextOf(ask)).next };
}

/**
 * Returns everything that a client can see of a chain, and the time of its next block, in seconds: absolute,
 * and relative to our clock.
 */
export async function stateOf(ask: Ask): Promise<{ state: State; time: number; clock: number }> {
  const latest = Number(await ask("eth_blockNumber"));
  const numbers = Array.from({ length: latest + 1 }, (_, number) => number).filter(
    (number) => number < MOST_BLOCKS / 3 || number > latest - MOST_BLOCKS,
  );
  const hex = (number: number): string => `0x${number.toString(16)}`;
  const blocks = (await Promise.all(
    numbers.map((number) => ask("eth_getBlockByNumber", hex(number), false)),
  )) as Block[];
  const hashes = blocks.flatMap(({ transactions }) => transactions);
  const { next, timestamp } = await nextOf(ask);
  const state = {
    ...{ blocks, ...next },
    times: await Promise.all(
      [latest, Math.max(0, latest - 2)].map((number) => accountsOf(ask, hex(number))),
    ),
    receipts: await Promise.all(hashes.map((hash) => ask("eth_getTransactionReceipt", hash))),
    logs: await ask("eth_getLogs", { fromBlock: "0x0", toBlock: "latest" }),
    automine: await ask("hardhat_getAutomine"),
    gasPrice: await ask("eth_gasPrice"),
  };
  const time = Number(timestamp);
  return { state, time, clock: time - Date.now() / 1000 };
}

async function accountsOf(ask: Ask, block: string): Promise<unknown> {
  const accounts = (await ask("eth_accounts")) as string[];
  const addresses = [...accounts.slice(0, 5), ...STRANGERS, CONTRACT];
  return await Promise.all([
    ...addresses.flatMap((address) =>
      ["eth_getBalance", "eth_getTransactionCount", "eth_getCode"].map((method) =>
        ask(method, address, block),
      ),
    ),
    ...["0x0", "0x1", "0x2", "0x3", "0x4"].map((slot) =>
      ask("eth_getStorageAt", CONTRACT, slot, block),
    ),
  ]);
}

/** Returns the pending transactions, and the fields of the next block except its time. */
async function nextOf(ask: Ask): Promise<{ next: object; timestamp: string }> {
  const { timestamp, ...pending } = (await ask("eth_getBlockByNumber", "pending", false)) as Block;
  const names = ["baseFeePerGas", "gasLimit", "miner", "mixHash", "parentHash", "transactions"];
  return {
    timestamp,
    next: {
      pool: await ask("eth_pendingTransactions"),
      block: names.map((name) => [name, pending[name]]),
      coinbase: await ask("eth_coinbase"),
    },
  };
}
