import { toQuantity } from "ethers";

import type { RpcBlock } from "../../foundation/chain/rpc-types.js";
import { pathOf, rootOf, sorted } from "../../foundation/chain/proofs/trie.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { requireWritable, writeWhole } from "../../foundation/support/write-file.js";
import { withRequest, type MigratedChain } from "../options.js";
import { CONTENTS, type Contents, type State } from "./state-file.js";

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;
type Diff = Record<string, { readonly storage?: object }>;

/** Accounts that may have a state, with the slots that may be set. */
class Touched extends Map<string, Set<string>> {
  note(account: unknown, slots: readonly unknown[] = []): void {
    const own = String(account).toLowerCase();
    const known = this.get(own) ?? new Set();
    for (const slot of slots) known.add(toQuantity(slot as string));
    this.set(own, known);
  }
}

const ADVICE = "Pass another file with --dump-state.";
const SETS_ACCOUNT = ["hardhat_setBalance", "hardhat_setCode", "hardhat_setNonce"];

/**
 * Makes a chain write its state to a file when it is closed, in anvil's format. EDR does not list storage, so the slots
 * come from the traces of all transactions and from requests that set a slot; the root of each contract's storage shows
 * that none is missing.
 * @param loaded the accounts that the chain started with
 * @throws MigrationError if the file cannot be written
 */
export async function dumpingState(
  path: string,
  chain: MigratedChain,
  loaded: State["accounts"] = {},
): Promise<MigratedChain> {
  await requireWritable(path, ADVICE);
  const touched = new Touched();
  for (const [account, { storage }] of Object.entries(loaded)) {
    touched.note(account, Object.keys(storage));
  }
  const provider = withRequest(chain.provider, async (request) => {
    const result = await chain.provider.request(request);
    const [account, slot] = (request.params ?? []) as unknown[];
    if (SETS_ACCOUNT.includes(request.method)) touched.note(account);
    if (request.method === "hardhat_setStorageAt") touched.note(account, [slot]);
    return result;
  });
  const ask: Ask = async (method, ...params) => await chain.provider.request({ method, params });
  const dump = async (): Promise<void> => {
    await ask("hardhat_setLoggingEnabled", false);
    const { base, dao, test } = chain.result;
    const contents: Contents = { sections: { base, dao, test }, params: await chain.params() };
    const state = { ...(await stateOf(ask, touched)), [CONTENTS]: contents };
    await writeWhole(path, jsonText(state), { advice: ADVICE });
  };
  return {
    ...{ ...chain, provider },
    // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for what it returns
    close: async () => await dump().finally(async () => await chain.close()),
  };
}

async function stateOf(ask: Ask, touched: Touched): Promise<object> {
  for (const account of (await ask("eth_accounts")) as string[]) touched.note(account);
  const last = await blockAt(ask, "latest");
  const changing = changingBlocks(ask, await blockAt(ask, "0x0"), last);
  for await (const { miner, transactions } of changing) {
    touched.note(miner);
    for (const hash of transactions) {
      const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
      const { pre, post } = (await ask("debug_traceTransaction", hash, tracer)) as Record<
        "pre" | "post",
        Diff
      >;
      for (const [account, { storage = {} }] of [...Object.entries(pre), ...Object.entries(post)]) {
        touched.note(account, Object.keys(storage));
      }
    }
  }
  const accounts: Record<string, unknown> = {};
  for (const [account, slots] of touched) accounts[account] = await accountOf(ask, account, slots);
  const { transactions, uncles, size, totalDifficulty, withdrawals, ...header } = last;
  return {
    block: {
      ...{ number: header.number, beneficiary: header.miner, timestamp: header.timestamp },
      ...{ gas_limit: Number(header.gasLimit), basefee: Number(header.baseFeePerGas ?? 0) },
      ...{ difficulty: header.difficulty, prevrandao: header.mixHash },
      blob_excess_gas_and_price: { excess_blob_gas: 0, blob_gasprice: 1 },
      slot_num: 0,
    },
    accounts,
    best_block_number: Number(header.number),
    blocks: [{ header, transactions: [], ommers: [] }],
    transactions: [],
    historical_states: null,
  };
}

type Block = RpcBlock & {
  readonly miner: string;
  readonly transactions: readonly string[];
} & Readonly<Record<string, unknown>>;

async function blockAt(ask: Ask, tag: string): Promise<Block> {
  return (await ask("eth_getBlockByNumber", tag, false)) as Block;
}

/**
 * The blocks after the first one that changed the state, as each transaction does. Most of the others are not read, as
 * a chain can have millions of empty ones.
 */
async function* changingBlocks(ask: Ask, first: Block, last: Block): AsyncGenerator<Block, void> {
  if (first.stateRoot === last.stateRoot) return;
  const [low, high] = [Number(first.number), Number(last.number)];
  if (high - low <= 1) {
    yield last;
    return;
  }
  const middle = await blockAt(ask, toQuantity(Math.floor((low + high) / 2)));
  yield* changingBlocks(ask, first, middle);
  yield* changingBlocks(ask, middle, last);
}

async function accountOf(ask: Ask, account: string, slots: ReadonlySet<string>): Promise<object> {
  const [balance, nonce, code, proof] = await Promise.all([
    ask("eth_getBalance", account, "latest"),
    ask("eth_getTransactionCount", account, "latest"),
    ask("eth_getCode", account, "latest"),
    ask("eth_getProof", account, [], "latest") as Promise<{ readonly storageHash: string }>,
  ]);
  const read = await Promise.all(
    [...slots].map(
      async (slot) =>
        [slot, String(await ask("eth_getStorageAt", account, slot, "latest"))] as const,
    ),
  );
  const set = read.filter(([, value]) => BigInt(value) !== 0n);
  const leaves = set.map(([slot, value]) => ({ path: pathOf(BigInt(slot)), value: BigInt(value) }));
  if (rootOf(sorted(leaves)) !== proof.storageHash) {
    throw new MigrationError(
      `Not all storage of ${account} is known, so the state was not written. Contracts that a fork or a snapshot ` +
        "brought cannot be written to a file.",
    );
  }
  return { nonce: Number(nonce), balance, code, storage: Object.fromEntries(set) };
}
