import type { Eip1193Provider } from "../chain/provider.js";
import { RpcError } from "../chain/rpc-error.js";
import type { RpcBlock } from "../chain/rpc-types.js";

/** In wei per gas: from here on empty blocks lower the base fee no further (EIP-1559). */
const LOWEST_BASE_FEE = 7n;
/** As other nodes answer what they refuse to do. */
const REFUSED = -32000;

interface Pending {
  readonly hash: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
}

/**
 * Where each transaction is mined at once, EDR mines until its pool is empty. A transaction that pays
 * less than the base fee ever gets keeps it mining for good, and nothing is answered any more.
 * @throws RpcError with the transaction that will never be mined
 */
export async function refuseIfStuck(provider: Eip1193Provider, method: string): Promise<void> {
  const ask = async (asked: string, ...params: unknown[]) =>
    await provider.request({ method: asked, params });
  const pool = (await ask("eth_pendingTransactions")) as readonly Pending[];
  if (pool.length === 0 || (await ask("hardhat_getAutomine")) !== true) return;
  const { baseFeePerGas } = (await ask("eth_getBlockByNumber", "latest", false)) as RpcBlock;
  if (baseFeePerGas === undefined) return;
  const base = BigInt(baseFeePerGas);
  const least = base < LOWEST_BASE_FEE ? base : LOWEST_BASE_FEE;
  const stuck = pool.find(
    ({ maxFeePerGas, gasPrice }) => BigInt(maxFeePerGas ?? gasPrice ?? least) < least,
  );
  if (stuck === undefined) return;
  throw new RpcError(method, {
    code: REFUSED,
    message:
      `the pending transaction ${stuck.hash} pays less than ${least} wei per gas and can never be mined, so the chain ` +
      "would mine for ever; drop it with hardhat_dropTransaction, or replace it",
  });
}
