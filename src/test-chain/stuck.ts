import { ask, type Eip1193Provider } from "../foundation/chain/provider.js";
import { RpcError } from "../foundation/chain/rpc-error.js";
import type { RpcBlock } from "../foundation/chain/rpc-types.js";

/** Wei per gas. Below this, empty blocks no longer lower the base fee (EIP-1559). */
const LOWEST_BASE_FEE = 7n;
/** The code that other nodes use for rejected requests. */
const REFUSED = -32000;

interface Pending {
  readonly hash: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
}

/**
 * With automine, EDR mines until its pool is empty. A transaction that pays less than the lowest possible base fee
 * would make it mine forever and answer nothing.
 * @throws RpcError with the transaction that can never be mined
 */
export async function refuseIfStuck(provider: Eip1193Provider, method: string): Promise<void> {
  const pool = await ask<readonly Pending[]>(provider, "eth_pendingTransactions");
  if (pool.length === 0 || (await ask(provider, "hardhat_getAutomine")) !== true) return;
  const latest = await ask<RpcBlock>(provider, "eth_getBlockByNumber", "latest", false);
  const base = BigInt(latest.baseFeePerGas ?? 0);
  const least = base < LOWEST_BASE_FEE ? base : LOWEST_BASE_FEE;
  const stuck = pool.find(
    ({ maxFeePerGas, gasPrice }) => BigInt(maxFeePerGas ?? gasPrice ?? least) < least,
  );
  if (stuck === undefined) return;
  throw new RpcError(method, {
    code: REFUSED,
    message:
      `the pending transaction ${stuck.hash} pays too little per gas ever to be mined, so the chain ` +
      "would mine forever; drop it with hardhat_dropTransaction, or replace it",
  });
}
