import type { CallDescription } from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Changed } from "../chain/state-diff.js";

/** Calls of one proposal that are tried; more would take too long. */
const MOST_TRIED = 30;
/** The most gas for each. */
const GAS = 3_000_000n;

/** What one of several calls changes by itself, if the avatar makes them one by one. */
export interface CallTrial {
  /** How many values of the state; undefined if the call fails by itself. */
  readonly changes: number | undefined;
  /** The later call after which all of them are as before, counted from 0; undefined if something is left. */
  readonly undoneBy?: number;
}

/** Has the avatar make calls one by one, and compares what each changes with what is left. Restores the fork. */
export async function tryCalls(
  chain: ForkedChain,
  avatar: string,
  calls: readonly CallDescription[],
): Promise<readonly CallTrial[] | undefined> {
  if (calls.length > MOST_TRIED) return undefined;
  return await chain.forgetting(async () => {
    const all: (ReadonlyMap<string, Changed> | undefined)[] = [];
    for (const { to, data, value } of calls) {
      const call = { from: avatar, to: to.address, data, value: BigInt(value), gas: GAS };
      const tried = await chain.send(call);
      all.push(tried.success && tried.cutAt === undefined ? await chain.changes(tried) : undefined);
    }
    return all.map((changes, index) => ({
      changes: changes?.size,
      undoneBy: undoneBy(all, index),
    }));
  });
}

function undoneBy(
  all: readonly (ReadonlyMap<string, Changed> | undefined)[],
  index: number,
): number | undefined {
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
