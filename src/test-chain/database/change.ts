import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { RpcBlock } from "../../foundation/chain/rpc-types.js";
import type { MigrationResult } from "../../foundation/result/result.js";

/** Starts mining by this process's clock. The mined blocks are changes of their own. */
export const SET_INTERVAL = "evm_setIntervalMining";

/** What a persisted chain depends on. */
export interface Identity {
  /** Versions of this package and of Hardhat that started the chain; an error names them if it cannot be restored. */
  readonly versions: Readonly<Record<string, string>>;
  /** Every option that affects the chain, by name. */
  readonly configuration: Readonly<Record<string, string>>;
}

/** How a chain started: a migration that was completed. */
export interface Start extends Identity {
  /** Time of block 0, in UNIX seconds. */
  readonly genesisTime: number;
  readonly result: MigrationResult;
  /** The text of the parameters file. */
  readonly params: string;
}

/** State that changes with the chain; only the current values are persisted. */
export interface Standing {
  /** How many seconds the chain's clock is ahead of the machine's. */
  readonly clock?: number;
  /** How many snapshots have been taken. */
  readonly snapshots: number;
}

/** The blocks that a change mined. */
export interface Mined {
  /** Time of the first, in UNIX seconds; of all of them if the change is a transaction that took several. */
  readonly times: readonly number[];
  /** Number and hash of the last. */
  readonly number: number;
  readonly hash: string;
}

/** A request that changed the chain, and the blocks that it mined. */
export interface Change {
  readonly method: string;
  readonly params: readonly unknown[];
  /** True if it failed but still mined, as a revert does. */
  readonly failed?: boolean;
  readonly mined?: Mined;
  /** Number of the snapshot, if the change takes one. */
  readonly snapshot?: number;
  /** How many seconds the chain's clock was ahead of the machine's; only for snapshots. */
  readonly clock?: number;
}

/** A snapshot that the chain reverted to, by its number. */
export interface Reverted {
  readonly reverted: number;
}

/**
 * Names what a request sets, if no snapshot restores it: among changes with the same name, only the last counts.
 * Undefined for all other requests.
 */
export function lastingName({ method, params }: Change): string | undefined {
  switch (method) {
    case "evm_setAutomine":
    case SET_INTERVAL:
    case "hardhat_setMinGasPrice":
      return method;
    case "hardhat_impersonateAccount":
    case "hardhat_stopImpersonatingAccount":
      return `impersonation of ${String(params[0]).toLowerCase()}`;
    default:
      return undefined;
  }
}

/** The last block of a chain. */
export interface Head {
  readonly number: number;
  readonly hash: string;
  /** UNIX seconds. */
  readonly time: number;
}

/** A block, by its number or a tag such as "pending"; undefined if it does not exist. */
export async function blockAt(
  provider: Eip1193Provider,
  block: number | string,
): Promise<Head | undefined> {
  const params = [typeof block === "number" ? `0x${block.toString(16)}` : block, false];
  const found = await provider.request({ method: "eth_getBlockByNumber", params });
  if (found === null) return undefined;
  const { number, hash, timestamp } = found as RpcBlock;
  return { number: Number(number), hash, time: Number(timestamp) };
}

export async function headOf(provider: Eip1193Provider): Promise<Head> {
  return (await blockAt(provider, "latest"))!;
}

/** How many seconds the chain's clock is ahead of the machine's; negative if it is behind. */
export async function offsetOf(provider: Eip1193Provider): Promise<number> {
  return Number(await provider.request({ method: "evm_increaseTime", params: [0] }));
}
