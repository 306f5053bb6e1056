import { dataSlice, keccak256 } from "ethers";

import type { CallDescription } from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { gasOfData } from "../chain/gas-and-memory.js";
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
  /** Accounts and slots that become the same for every caller. */
  readonly anybodys: ReadonlySet<string>;
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
  const ends = (all: readonly Changes[]) => new Map(all.flatMap((each) => [...(each ?? [])]));
  const byOthers = ends(others);
  const same = [...ends(own)].filter(([place, { after }]) => byOthers.get(place)?.after === after);
  return {
    each: own.map((changes, index) => ({ changes: changes?.size, undoneBy: undoneBy(own, index) })),
    anybodys: new Set(same.map(([place]) => place)),
  };
}

type Changes = ReadonlyMap<string, Changed> | undefined;

/** What each call changes; undefined if it fails, or if the caller has too little ether and is lent none. */
async function makeAll(
  chain: ForkedChain,
  from: string,
  calls: readonly CallDescription[],
  isLent: boolean,
): Promise<readonly Changes[]> {
  return await chain.forgetting(async () => {
    const all: Changes[] = [];
    for (const { to, data, value: wei } of calls) {
      const value = BigInt(wei);
      const isPayable = isLent || value <= (await chain.balance(from));
      const call = { from, to: to.address, data, value, isLent, gas: GAS + gasOfData(data) };
      const tried = isPayable ? await chain.send(call) : undefined;
      const isKnown = tried?.success === true && tried.cutAt === undefined;
      all.push(isKnown ? await chain.changes(tried) : undefined);
    }
    return all;
  });
}

function undoneBy(all: readonly Changes[], index: number): number | undefined {
  const changed = [...(all[index] ?? [])];
  if (changed.length === 0) return undefined;
  const now = new Map(changed.map(([place, { after }]) => [place, after]));
  for (const [later, changes] of all.entries()) {
    if (later <= index) continue;
    for (const [place, { after }] of changes ?? []) now.set(place, after);
    if (changed.every(([place, { before }]) => now.get(place) === before)) return later;
  }
  return undefined;
}
