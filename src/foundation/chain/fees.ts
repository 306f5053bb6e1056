import { parseUnits, toQuantity } from "ethers";

import { wrongValue } from "../support/command-line.js";
import { decimal } from "../support/decimal.js";
import { latestBlock } from "./latest-block.js";
import { ask, type Eip1193Provider } from "./provider.js";

/** The fees of a transaction, in wei per gas: EIP-1559 if the chain supports it, otherwise legacy. */
export type Fees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint };

/** What a chain asks for now. */
export interface FeeQuote {
  /** What a transaction in the next block pays, in wei per gas. */
  readonly price: bigint;
  /** What a new transaction offers: more than the price, because prices may rise until it is mined. */
  readonly fees: Fees;
}

/** By how much an offer exceeds the base fee: twice as much as it can rise in one block. */
const OFFER_PERCENT = 125n;

/**
 * What a chain asks for. A new transaction offers twice the base fee, which it takes six full blocks in a row to reach,
 * plus the tip of recent blocks.
 * @param gasPrice an exact price in wei per gas; if the base fee is higher, the quote is what would be mined
 * @param isRefused whether the node refused a fee: then its chain may have a least tip, and it knows it
 */
export async function quoteFees(
  provider: Eip1193Provider,
  gasPrice: bigint | undefined,
  isRefused = false,
): Promise<FeeQuote> {
  const { baseFeePerGas } = await latestBlock(provider);
  if (baseFeePerGas === undefined) {
    const price = gasPrice ?? BigInt(await ask<string>(provider, "eth_gasPrice"));
    return { price, fees: { type: 0, gasPrice: price } };
  }
  const baseFee = BigInt(baseFeePerGas);
  if (gasPrice !== undefined) {
    return gasPrice >= baseFee
      ? { price: gasPrice, fees: { type: 0, gasPrice } }
      : { price: baseFee, fees: { type: 0, gasPrice: (baseFee * OFFER_PERCENT) / 100n } };
  }
  const tip = await tipOf(provider, isRefused);
  return {
    price: baseFee + tip,
    fees: { type: 2, maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip },
  };
}

/** The highest price that a transaction with these fees may pay, in wei per gas. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice;
}

/** Limits fees to the cap, in wei per gas. */
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
 * Converts a gas price to wei.
 * @param gwei in gwei; fractions are allowed, such as `1.5`
 * @param what for the message
 */
export function gasPriceOf(
  gwei: string | number | undefined,
  what = "The gas price",
): bigint | undefined {
  if (gwei === undefined) return undefined;
  // As text, a number below a millionth has an exponent.
  const isTiny = typeof gwei === "number" && gwei > 0 && gwei < 1e-6;
  const text = isTiny ? gwei.toFixed(18).replace(/0+$/, "") : String(gwei).trim();
  if (!/^\d+(\.\d{1,9})?$/.test(text)) {
    throw wrongValue(what, text, "a non-negative number of gwei, such as 20 or 1.5");
  }
  return parseUnits(text, "gwei");
}

/** A price in a readable form, such as `1.5 gwei`. */
export function gwei(wei: bigint): string {
  return `${decimal(wei, 9)} gwei`;
}

const BLOCKS = 20;
/** The percentile of a block's gas, in order of tips, that represents what a typical transaction pays. */
const PERCENTILE = 60;
/** In wei per gas. Limits a node's suggestion if blocks do not show what is paid. */
const USUAL_TIP = 1_000_000_000n;

interface FeeHistory {
  /** For each block, the tips at the requested percentiles; 0 for an empty block. */
  readonly reward?: readonly (readonly string[])[] | null;
}

/**
 * The tip that a node suggests, in wei per gas, but no more than recent transactions paid: a node may suggest anything,
 * and the tip goes to the miner or validator. If most blocks are empty or unknown, the limit is one gwei.
 */
async function tipOf(provider: Eip1193Provider, isRefused: boolean): Promise<bigint> {
  // Not every node supports these methods.
  const [paid, suggested] = await Promise.all([
    typicalTip(provider).catch(() => 0n),
    ask<string>(provider, "eth_maxPriorityFeePerGas")
      .then(BigInt)
      .catch(() => 0n),
  ]);
  const most = paid > 0n ? paid : USUAL_TIP;
  return suggested > 0n && (isRefused || suggested < most) ? suggested : most;
}

/** The median tip of recent blocks; 0 if most are empty, because single transactions prove nothing. */
async function typicalTip(provider: Eip1193Provider): Promise<bigint> {
  const asked = [toQuantity(BLOCKS), "latest", [PERCENTILE]];
  const { reward } = await ask<FeeHistory>(provider, "eth_feeHistory", ...asked);
  const tips = (reward ?? []).map(([tip]) => BigInt(tip ?? 0)).sort((a, b) => (a < b ? -1 : 1));
  return tips[Math.floor((tips.length - 1) / 2)] ?? 0n;
}
