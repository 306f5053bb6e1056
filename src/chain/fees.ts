import { parseUnits } from "ethers";

import type { Eip1193Provider } from "./provider.js";
import type { RpcBlock } from "./rpc-types.js";

/** What a transaction pays for gas, in wei: EIP-1559 where the chain has it, legacy otherwise. */
export type Fees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint };

/** Fees of a pending transaction are raised to this many times what was suggested at first, at most. */
export const FEE_CAP_FACTOR = 10n;
/** Milliseconds that a transaction may be pending before its fee is raised. */
const RAISE_AFTER = 120_000;
const LEAST_TIP = parseUnits("1", "gwei");
/** A node takes a replacement transaction that pays a tenth more. */
const LEAST_RAISE_PERCENT = 110n;
/** What is offered: twice what a block's base fee may rise by. */
const RAISE_PERCENT = 125n;

/** What a migration pays, and when and how far it raises the fee of a pending transaction. */
export interface FeePolicy {
  /** In wei a gas, paid as given; undefined for what the chain suggests. */
  readonly gasPrice: bigint | undefined;
  /** The most that a transaction may pay, in wei a gas. */
  readonly cap: bigint;
  /** Milliseconds that a transaction may be pending before its fee is raised. */
  readonly raiseAfter: number;
}

/** The policy of a run: the cap follows from the fees of its start. */
export async function feePolicy(
  provider: Eip1193Provider,
  gasPrice: bigint | undefined,
  raiseAfter: number = RAISE_AFTER,
): Promise<FeePolicy> {
  const fees = await suggestFees(provider, gasPrice);
  return { gasPrice, cap: highestPrice(fees) * FEE_CAP_FACTOR, raiseAfter };
}

/** Fees for a new transaction: what the chain suggests now, within the cap. */
export async function newFees(
  provider: Eip1193Provider,
  { gasPrice, cap }: FeePolicy,
): Promise<Fees> {
  return capFees(await suggestFees(provider, gasPrice), cap);
}

/**
 * Fees for a replacement transaction, or undefined where the cap leaves no room for one that nodes
 * take.
 */
export async function replacementFees(
  provider: Eip1193Provider,
  paid: Fees,
  { gasPrice, cap }: FeePolicy,
): Promise<Fees | undefined> {
  return raiseFees(paid, await suggestFees(provider, gasPrice), cap);
}

/**
 * Whether a transaction is pending for so long that its fee has to be raised.
 * @param since when it was signed, in milliseconds
 */
export function isStuck(since: number, now: number, { raiseAfter }: FeePolicy): boolean {
  return now - since >= raiseAfter;
}

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

/** What the chain charges now, in wei a gas: for a preview of the cost. */
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
