import type { RequestArguments } from "hardhat/types/providers";

import { ask, type Eip1193Provider } from "../../foundation/chain/provider.js";
import type { ServedProvider } from "../options.js";
import { blockAt, headOf, offsetOf, SET_INTERVAL, type Change } from "./change.js";
import { refusals } from "./refusals.js";
import { Snapshots } from "./snapshots.js";
import type { Persisted } from "./chain-store.js";

/**
 * Brings a new chain to a persisted state. Each block gets its original time; everything else follows from the changes
 * in their order. A block's hash depends on all earlier blocks, so the last hash shows whether the chain is the same.
 * @param origin the file and the version that wrote it, for messages
 * @returns `interval`: the last parameters of evm_setIntervalMining, if there were any
 * @throws MigrationError if the chain differs, with the first change that caused it
 */
export async function replay(
  provider: Pick<ServedProvider, "request" | "requestAll">,
  { changes, standing }: Pick<Persisted, "changes" | "standing">,
  origin: string,
) {
  const snapshots = new Snapshots(provider, standing.snapshots);
  let interval: readonly unknown[] | undefined;
  const fail = async (index: number, { message }: Error): Promise<never> => {
    await requireSame(provider, changes.slice(0, index), origin);
    throw refusals.notTheSame(origin, nameOf(changes[index]!, index), `it failed (${message})`);
  };
  const waiting: RequestArguments[] = [];
  const sendWaiting = async (): Promise<void> => {
    await provider.requestAll?.(waiting.splice(0)).catch(async (error: Error) => {
      const { number } = await headOf(provider);
      const next = changes.findIndex(({ mined }) => mined !== undefined && mined.number > number);
      await fail(next < 0 ? changes.length - 1 : next, error);
    });
  };
  for (const [index, change] of changes.entries()) {
    if (change.method === SET_INTERVAL) {
      interval = change.params;
      continue;
    }
    if (provider.requestAll !== undefined && isPlain(change)) {
      waiting.push(...requestsOf(change));
      if (waiting.length >= TOGETHER) await sendWaiting();
      continue;
    }
    await sendWaiting();
    const failure = await repeat(provider, snapshots, change);
    if (failure !== undefined && change.failed !== true) await fail(index, failure);
  }
  await sendWaiting();
  await requireSame(provider, changes, origin);
  await setClock(provider, standing.clock);
  return { snapshots, interval };
}

/** How many requests are sent as one. */
const TOGETHER = 200;

/** Whether a change mined one block, and so shows by the height of the chain whether it was repeated. */
function isPlain({ mined, failed, snapshot }: Change): boolean {
  return mined?.times.length === 1 && failed !== true && snapshot === undefined;
}

function requestsOf({ method, params, mined }: Change) {
  const request = { method, params: [...params] };
  if (mined === undefined) return [request];
  const [time] = mined.times;
  if (method === "evm_mine") return [{ method, params: [time] }];
  return [{ method: "evm_setNextBlockTimestamp", params: [time] }, request];
}

async function repeat(
  provider: Eip1193Provider,
  snapshots: Snapshots,
  change: Change,
): Promise<Error | undefined> {
  const { method, params, snapshot, clock, mined } = change;
  try {
    if (snapshot !== undefined) {
      await setClock(provider, clock);
      await snapshots.take(snapshot);
    } else if (mined !== undefined && mined.times.length > 1) {
      await ask(provider, "evm_setAutomine", false);
      await ask(provider, method, ...params);
      for (const time of mined.times) await ask(provider, "evm_mine", time);
      await ask(provider, "evm_setAutomine", true);
    } else {
      for (const request of requestsOf(change)) await provider.request(request);
    }
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Compares the blocks of changes with those of the chain, from the last to the first. */
async function requireSame(
  provider: Eip1193Provider,
  changes: readonly Change[],
  origin: string,
): Promise<void> {
  let wrong: readonly [change: string, found: string] | undefined;
  for (const [index, change] of [...changes.entries()].reverse()) {
    const { mined } = change;
    if (mined === undefined) continue;
    const block = await blockAt(provider, mined.number);
    if (block?.hash === mined.hash) break;
    const found = `block ${mined.number} is ${block?.hash ?? "missing"} instead of ${mined.hash}`;
    wrong = [nameOf(change, index), found];
  }
  if (wrong !== undefined) throw refusals.notTheSame(origin, ...wrong);
}

function nameOf({ method }: Change, index: number): string {
  return `change ${index + 1} (${method})`;
}

/**
 * Sets the clock as if the chain had never stopped. The replay leaves it at the time of the last block, which is never
 * later.
 */
async function setClock(provider: Eip1193Provider, persisted: number = -Infinity): Promise<void> {
  const now = await offsetOf(provider);
  if (persisted <= now) return;
  await provider.request({ method: "evm_increaseTime", params: [persisted - now] });
}
