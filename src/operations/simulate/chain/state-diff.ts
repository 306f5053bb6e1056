import { toQuantity, ZeroAddress } from "ethers";

import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import type { Request } from "./conditions.js";
import type { TriedTransaction } from "./send-and-trace.js";

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

/** What a transaction read or changed, as it was before: by account, in lower case. */
export type Seen = Readonly<Record<string, Pick<AccountState, "code" | "storage">>>;

/**
 * Reads what a transaction on a fork changed, by account and slot, which carries it out once more. Leaves out its
 * sender's fee and what the block's miner got.
 */
export async function readChanges(
  request: Request,
  { hash, from, block }: Pick<TriedTransaction, "hash" | "from" | "block">,
): Promise<ReadonlyMap<string, Changed>> {
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const [{ pre, post }, { miner = ZeroAddress }] = await Promise.all([
    request("debug_traceTransaction", [hash, tracer]) as Promise<
      Record<"pre" | "post", AccountStates>
    >,
    request("eth_getBlockByNumber", [toQuantity(block), false]) as Promise<RpcBlock>,
  ]);
  const payers = [from, miner].map((each) => each.toLowerCase());
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

/** @param payers accounts whose balance and nonce every transaction changes */
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
