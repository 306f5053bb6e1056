import { toQuantity, ZeroAddress } from "ethers";

import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import type { TriedTransaction } from "./send-and-trace.js";

/** What `prestateTracer` returns in diff mode: only the accounts and values that a transaction changed. */
interface StateDiff {
  readonly pre: AccountStates;
  readonly post: AccountStates;
}

type AccountStates = Readonly<Record<string, AccountState>>;

interface AccountState {
  readonly balance?: string;
  readonly nonce?: number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

/** A value before and after; empty where it did not exist. */
export interface Changed {
  readonly before: string;
  readonly after: string;
}

/**
 * Reads what a transaction on a fork changed, which carries it out once more. Leaves out its sender's fee and what the
 * block's miner got.
 */
export async function readChanges(
  request: (method: string, params: unknown[]) => Promise<unknown>,
  { hash, from, block }: Pick<TriedTransaction, "hash" | "from" | "block">,
): Promise<ReadonlyMap<string, Changed>> {
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const [trace, { miner = ZeroAddress }] = await Promise.all([
    request("debug_traceTransaction", [hash, tracer]) as Promise<StateDiff>,
    request("eth_getBlockByNumber", [toQuantity(block), false]) as Promise<RpcBlock>,
  ]);
  return changedBy(trace, [from.toLowerCase(), miner.toLowerCase()]);
}

/** What a transaction read or changed, as it was before: by account, in lower case. */
export type Seen = Readonly<Record<string, Pick<AccountState, "code" | "nonce" | "storage">>>;

/** Reads every account and slot that a transaction looked at, which carries it out once more. */
export async function readSeen(
  request: (method: string, params: unknown[]) => Promise<unknown>,
  { hash }: Pick<TriedTransaction, "hash">,
): Promise<Seen> {
  return (await request("debug_traceTransaction", [hash, { tracer: "prestateTracer" }])) as Seen;
}

/**
 * What a transaction changed, by account and slot.
 * @param payers accounts whose balance and nonce every transaction changes, in lower case
 */
export function changedBy(
  { pre, post }: StateDiff,
  payers: readonly string[],
): ReadonlyMap<string, Changed> {
  const [before, after] = [valuesOf(pre, payers), valuesOf(post, payers)];
  // The tracer also lists the state before of accounts that did not change, but not a slot that becomes 0.
  const places = [...before.keys()]
    .filter((place) => place.includes(STORAGE))
    .concat([...after.keys()]);
  const changes = new Map<string, Changed>();
  for (const place of places) {
    const [was, is] = [before.get(place) ?? "", after.get(place) ?? ""];
    if (was !== is) changes.set(place, { before: was, after: is });
  }
  return changes;
}

const STORAGE = " storage ";

function valuesOf(states: AccountStates, payers: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [account, { storage = {}, ...rest }] of Object.entries(states)) {
    const fields = payers.includes(account) ? [] : Object.entries(rest);
    for (const [field, value] of fields) values.set(`${account} ${field}`, String(value));
    for (const [slot, value] of Object.entries(storage)) {
      if (BigInt(value) !== 0n) values.set(`${account}${STORAGE}${slot}`, value);
    }
  }
  return values;
}
