import { parseUnits } from "ethers";

import type { Eip1193Provider } from "./provider.js";
import type { RpcBlock } from "./rpc-types.js";

/** What a transaction pays for gas, in wei: EIP-1559 where the chain has it, legacy otherwise. */
export type Fees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint };

const LEAST_TIP = parseUnits("1", "gwei");
/** A node takes a replacement that pays a tenth more. */
const LEAST_RAISE_PERCENT = 110n;
/** What is offered: twice what a block's base fee may rise by. */
const RAISE_PERCENT = 125n;

/**
 * Fees at which a transaction is likely to be mined soon: twice the base fee, which six full blocks
 * in a row may reach, and the tip that the node suggests.
 * @param gasPrice in wei, paid as given
 */
export async function suggestFees(
  provider: Eip1193Provider,
  gasPrice: bigint | undefined,
): Promise<Fees> {
  if (gasPrice !== undefined) return { type: 0, gasPrice };
  const latest = (await provider.request({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
  })) as RpcBlock;
  if (latest.baseFeePerGas === undefined) {
    return { type: 0, gasPrice: await quantity(provider, "eth_gasPrice") };
  }
  const tip = await suggestedTip(provider);
  return {
    type: 2,
    maxFeePerGas: BigInt(latest.baseFeePerGas) * 2n + tip,
    maxPriorityFeePerGas: tip,
  };
}

/** What the chain would really charge now, in wei a gas: for a preview of the cost. */
export async function currentGasPrice(
  provider: Eip1193Provider,
  gasPrice: bigint | undefined,
): Promise<bigint> {
  return gasPrice ?? (await quantity(provider, "eth_gasPrice"));
}

/** The most that a transaction with these fees may cost, in wei a gas. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice;
}

/** The fees, or as much of them as the cap allows, in wei a gas. */
export function capFees(fees: Fees, cap: bigint): Fees {
  const least = (value: bigint) => (value < cap ? value : cap);
  if (fees.type === 0) return { type: 0, gasPrice: least(fees.gasPrice) };
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  return {
    type: 2,
    maxFeePerGas: least(maxFeePerGas),
    maxPriorityFeePerGas: least(maxPriorityFeePerGas),
  };
}

/**
 * Fees for a replacement of a transaction that is stuck: a quarter more than before, or what is
 * suggested now where that is more, and no more than the cap.
 * @param cap the most a gas may cost, in wei
 * @returns undefined where the cap leaves no room for a replacement that nodes take
 */
export function raiseFees(paid: Fees, suggested: Fees, cap: bigint): Fees | undefined {
  const price = capped(highestPrice(paid), highestPrice(suggested), cap);
  if (price === undefined) return undefined;
  if (paid.type === 0) return { type: 0, gasPrice: price };
  const tip = capped(paid.maxPriorityFeePerGas, 0n, price);
  return tip === undefined
    ? undefined
    : { type: 2, maxFeePerGas: price, maxPriorityFeePerGas: tip };
}

function capped(paid: bigint, suggested: bigint, cap: bigint): bigint | undefined {
  const raised = (paid * RAISE_PERCENT) / 100n + 1n;
  const wanted = raised > suggested ? raised : suggested;
  const value = wanted < cap ? wanted : cap;
  return value * 100n >= paid * LEAST_RAISE_PERCENT && value > paid ? value : undefined;
}

async function suggestedTip(provider: Eip1193Provider): Promise<bigint> {
  try {
    const tip = await quantity(provider, "eth_maxPriorityFeePerGas");
    return tip > 0n ? tip : LEAST_TIP;
  } catch {
    // Not every node knows the method.
    return LEAST_TIP;
  }
}

async function quantity(provider: Eip1193Provider, method: string): Promise<bigint> {
  return BigInt((await provider.request({ method })) as string);
}
