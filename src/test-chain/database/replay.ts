import { MigrationError } from "../../support/errors.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { Change } from "./entries.js";
import { headOf, offsetOf } from "./head.js";
import type { ChainState } from "./persisted-provider.js";
import { SET_INTERVAL } from "../methods.js";
import { Snapshots } from "./snapshots.js";

export interface Replayed extends ChainState {
  /** The last parameters of evm_setIntervalMining, if there were any. */
  readonly interval: readonly unknown[] | undefined;
}

/**
 * Replays all persisted changes on a fresh chain and compares each block with the persisted one. The
 * entries have the times; everything else in a block's hash follows from the requests.
 * @param path of the file, for messages
 * @throws MigrationError if the chain turns out different, with the position
 */
export async function replay(
  provider: Eip1193Provider,
  changes: readonly Change[],
  path: string,
): Promise<Replayed> {
  const snapshots = new Snapshots();
  let head = await headOf(provider);
  let clock: number | undefined;
  let interval: readonly unknown[] | undefined;
  for (const [index, change] of changes.entries()) {
    clock = change.clock ?? clock;
    if (change.method === SET_INTERVAL) {
      interval = change.params;
      continue;
    }
    const failure = await repeat(provider, snapshots, change);
    if (failure !== undefined && change.failed === undefined) {
      throw different(path, index, change, `it failed (${failure.message})`);
    }
    if (change.head === undefined) continue;
    head = await headOf(provider);
    const [number, hash] = change.head;
    if (head.hash !== hash) {
      const found = `its last block is ${head.number} ${head.hash} instead of ${number} ${hash}`;
      throw different(path, index, change, found);
    }
  }
  return { head, clock: await setClock(provider, clock), snapshots, interval };
}

async function repeat(
  provider: Eip1193Provider,
  snapshots: Snapshots,
  change: Change,
): Promise<Error | undefined> {
  const { method, params, time } = change;
  // With a time of its own, evm_mine has it in its parameters.
  if (time !== undefined && !(method === "evm_mine" && params.length > 0)) {
    await provider.request({ method: "evm_setNextBlockTimestamp", params: [time] });
  }
  try {
    await snapshots.request(provider, { method, params: [...params] });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Sets the clock as if the chain had never stopped. The replay leaves it at the time of the last
 * block, which is never later.
 */
async function setClock(provider: Eip1193Provider, persisted: number | undefined): Promise<number> {
  const now = await offsetOf(provider);
  if (persisted === undefined || persisted <= now) return now;
  return Number(await provider.request({ method: "evm_increaseTime", params: [persisted - now] }));
}

function different(path: string, index: number, change: Change, found: string): MigrationError {
  return new MigrationError(
    `The chain of ${path} cannot be restored: after change ${index + 1} (${change.method}) ${found}. ` +
      "Restore the folder from a copy, or remove it to start a new chain.",
  );
}
