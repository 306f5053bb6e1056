import { dataSlice, keccak256 } from "ethers";

import type { CallDescription } from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { gasOfData } from "../chain/gas-and-memory.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import type { Changed } from "../chain/state-diff.js";

/** Calls of one proposal that are tried; more would take too long. */
const MOST_TRIED = 30;
/** The most gas for each, beside that of its data. */
const GAS = 3_000_000n;

/** What one of several calls changes by itself, if the avatar makes them one by one. */
export interface CallTrial {
  /** How many values of the state; undefined if the call fails by itself. */
  readonly changes: number | undefined;
  /** The later call after which all of them are as before, counted from 0; undefined if something is left. */
  readonly undoneBy?: number;
}

/** What calls do if they are made one by one. */
export interface CallTrials {
  readonly each: readonly CallTrial[];
  /** Accounts and slots that become the same for every caller, and events that contracts emit for every caller. */
  readonly anybodys: ReadonlySet<string>;
  /** Events that contracts emit for the avatar, and not for a stranger. */
  readonly events: readonly Log[];
}

/**
 * Makes calls one by one, as the avatar and as a stranger, and compares what each changes with what is left. Restores the
 * fork.
 */
export async function tryCalls(
  chain: ForkedChain,
  avatar: string,
  calls: readonly CallDescription[],
): Promise<CallTrials | undefined> {
  if (calls.length > MOST_TRIED) return undefined;
  // No contract can know this account before.
  const stranger = dataSlice(keccak256(chain.origin.hash), 12);
  const own = await makeAll(chain, avatar, calls, false);
  // Code that does nothing for the DAO, or uses up its gas, need not be run again.
  const others = own.some(Boolean) ? await makeAll(chain, stranger, calls, true) : [];
  const ends = (all: readonly Tried[]) =>
    new Map(all.flatMap((each) => [...(each?.changes ?? [])]));
  const byOthers = ends(others);
  const same = [...ends(own)].filter(([place, { after }]) => byOthers.get(place)?.after === after);
  const emitted = new Set(others.flatMap((each) => each?.logs ?? []).map(textOf));
  return {
    each: own.map((tried, index) => ({
      changes: tried?.changes.size,
      undoneBy: undoneBy(own, index),
    })),
    anybodys: new Set([...same.map(([place]) => place), ...emitted]),
    events: own.flatMap((each) => each?.logs ?? []).filter((log) => !emitted.has(textOf(log))),
  };
}

/** An event as text, to compare it with others. */
export function textOf({ address, topics, data }: Log): string {
  return [address, ...topics, data].join(" ").toLowerCase();
}

type Tried =
  { readonly changes: ReadonlyMap<string, Changed>; readonly logs: readonly Log[] } | undefined;

/** What each call does; undefined if it fails, or if the caller has too little ether and is lent none. */
async function makeAll(
  chain: ForkedChain,
  from: string,
  calls: readonly CallDescription[],
  isLent: boolean,
): Promise<readonly Tried[]> {
  return await chain.forgetting(async () => {
    const all: Tried[] = [];
    for (const { to, data, value: wei } of calls) {
      const value = BigInt(wei);
      const isPayable = isLent || value <= (await chain.balance(from));
      const call = { from, to: to.address, data, value, isLent, gas: GAS + gasOfData(data) };
      const tried = isPayable ? await chain.send(call) : undefined;
      const isKnown = tried?.success === true && tried.cutAt === undefined;
      all.push(isKnown ? { changes: await chain.changes(tried), logs: tried.logs } : undefined);
    }
    return all;
  });
}

function undoneBy(all: readonly Tried[], index: number): number | undefined {
  const changed = [...(all[index]?.changes ?? [])];
  if (changed.length === 0) return undefined;
  const now = new Map(changed.map(([place, { after }]) => [place, after]));
  for (const [later, each] of all.entries()) {
    if (later <= index) continue;
    for (const [place, { after }] of each?.changes ?? []) now.set(place, after);
    if (changed.every(([place, { before }]) => now.get(place) === before)) return later;
  }
  return undefined;
}
