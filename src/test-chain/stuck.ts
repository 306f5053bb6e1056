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
  readonly from: string;
  readonly nonce: string;
  readonly gas: string;
}

interface PendingBlock extends Pick<RpcBlock, "gasLimit"> {
  readonly gasUsed: string;
  readonly transactions: readonly string[];
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
  const { baseFeePerGas } = latest;
  const stuck =
    baseFeePerGas === undefined
      ? await belowMinimum(provider, pool)
      : belowAnyBaseFee(pool, BigInt(baseFeePerGas));
  if (stuck === undefined) return;
  throw new RpcError(method, {
    code: REFUSED,
    message:
      `the pending transaction ${stuck.hash} pays too little per gas ever to be mined, so the chain ` +
      "would mine forever; drop it with hardhat_dropTransaction, or replace it",
  });
}

function belowAnyBaseFee(pool: readonly Pending[], base: bigint): Pending | undefined {
  const least = base < LOWEST_BASE_FEE ? base : LOWEST_BASE_FEE;
  return pool.find(
    ({ maxFeePerGas, gasPrice }) => BigInt(maxFeePerGas ?? gasPrice ?? least) < least,
  );
}

/**
 * Without base fees, the chain has a minimum gas price that cannot be read. A transaction is below it if it is the next
 * one of its account and the pending block has room for it, but contains neither it nor another one that pays as
 * little.
 */
async function belowMinimum(
  provider: Eip1193Provider,
  pool: readonly Pending[],
): Promise<Pending | undefined> {
  const block = await ask<PendingBlock>(provider, "eth_getBlockByNumber", "pending", false);
  const priceOf = ({ gasPrice = "0x0" }: Pending): bigint => BigInt(gasPrice);
  const mined = pool.filter(({ hash }) => block.transactions.includes(hash));
  const room = BigInt(block.gasLimit) - BigInt(block.gasUsed);
  for (const own of pool) {
    if (mined.includes(own) || mined.some((other) => priceOf(other) <= priceOf(own))) continue;
    if (BigInt(own.gas) > room) continue;
    const first = await ask(provider, "eth_getTransactionCount", own.from, "latest");
    const before = mined.filter(({ from }) => from === own.from);
    if (Number(first) + before.length === Number(own.nonce)) return own;
  }
  return undefined;
}
