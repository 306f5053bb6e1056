import type { Eip1193Provider } from "../../chain/provider.js";
import { digest } from "../../support/digest.js";

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
}

/** Read-only requests whose answers show how a migration ended. */
const LOOKS = [
  { method: "eth_accounts", params: [] },
  { method: "eth_blockNumber", params: [] },
  { method: "eth_getLogs", params: [{ fromBlock: "0x0" }] },
] as const;

/**
 * A hash of a chain's state after a migration, without what depends on its clock: its accounts, its height, the
 * transactions' hashes, and all events, in order, without their data.
 * @param hashes of the transactions, in order
 */
export async function endOf(
  provider: Eip1193Provider,
  hashes: readonly unknown[],
): Promise<string> {
  const asked = LOOKS.map(({ method, params }) =>
    provider.request({ method, params: [...params] }),
  );
  const [accounts, height, logs] = (await Promise.all(asked)) as [unknown, unknown, Log[]];
  const events = logs.map(({ address, topics }) => [address, ...topics]);
  return digest(JSON.stringify([accounts, height, hashes, events]));
}
