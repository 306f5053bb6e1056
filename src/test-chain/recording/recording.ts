import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { ask, nodeAccounts, type Eip1193Provider } from "../../foundation/chain/provider.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import type { OpenChain } from "../connection.js";
import type { MigratedChain, ServedProvider } from "../options.js";

/** A recorded request: a transaction, or a change of the clock. */
export interface Recorded {
  readonly method: string;
  readonly params: unknown[];
}

/**
 * The migration of a chain, as the requests that it sent. Sending them again takes a third of the time of a migration,
 * because it needs no artifacts, ABIs or ethers. A recording contains no key: the chain signs.
 */
export interface Recording {
  readonly requests: readonly Recorded[];
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
  /** The text of the DAO's parameters file. */
  readonly params: string;
  /** Addresses of the chain's accounts, with checksums. */
  readonly accounts: readonly string[];
  /** Notes on the parameters that the user got. */
  readonly notes: readonly string[];
  /** The state after the requests, see `endOf`. */
  readonly end: string;
}

/** A chain on which a migration was repeated, or whose state has one. */
export function chainWith(
  connection: OpenChain,
  { name, chainId, genesis }: ChainIdentity,
  { sections, params, accounts }: Pick<Recording, "sections" | "params" | "accounts">,
): MigratedChain {
  return {
    provider: connection.provider,
    result: { network: name, chainId, genesis, ...sections },
    accounts: () => Promise.resolve(accounts),
    params: () => Promise.resolve(params),
    close: async () => await connection.close(),
  };
}

/**
 * Repeats a recorded migration on a new chain.
 * @throws Error if a request fails, or if the chain ends in another state
 */
export async function replay(
  provider: Pick<ServedProvider, "request" | "requestAll">,
  { requests, end }: Pick<Recording, "requests" | "end">,
): Promise<void> {
  const answers = [...((await provider.requestAll?.(requests)) ?? [])];
  if (provider.requestAll === undefined) {
    for (const request of requests) answers.push(await provider.request(request));
  }
  const hashes = answers.filter((_, index) => requests[index]!.method.startsWith("eth_send"));
  if ((await endOf(provider, hashes)) === end) return;
  throw new Error("The recorded transactions produced a different chain.");
}

type Log = { readonly address: string; readonly topics: readonly string[] };

/**
 * A chain's state after a migration, without what depends on its clock: its accounts, its height, the
 * transactions' hashes, and all events, in order, without their data.
 * @param hashes of the transactions, in order
 */
export async function endOf(
  provider: Eip1193Provider,
  hashes: readonly unknown[],
): Promise<string> {
  const [accounts, height, logs] = await Promise.all([
    nodeAccounts(provider),
    ask(provider, "eth_blockNumber"),
    ask<readonly Log[]>(provider, "eth_getLogs", { fromBlock: "0x0" }),
  ]);
  const events = logs.map(({ address, topics }) => [address, ...topics]);
  return JSON.stringify([accounts, height, hashes, events]);
}
