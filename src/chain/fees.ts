import { formatUnits } from "ethers";

import { UsageError } from "../support/errors.js";
import { latestBlock } from "./latest-block.js";
import type { Eip1193Provider } from "./provider.js";
import { tipOf } from "./tip.js";

/** What a transaction pays for gas, in wei: EIP-1559 where the chain has it, legacy otherwise. */
export type Fees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint };

/** What a chain asks for at the moment. */
export interface FeeQuote {
  /** What a transaction of the next block pays, in wei per gas. */
  readonly price: bigint;
  /** What a new transaction offers: more than the price, as prices rise until it is mined. */
  readonly fees: Fees;
}

/** Without a limit of the user's, no transaction pays more than this many times what the first would offer. */
const CAP_FACTOR = 2n;
/** Milliseconds that a transaction may be pending before its fee is raised. */
const RAISE_AFTER = 120_000;
/** A node takes a replacement transaction that pays a tenth more. */
const LEAST_RAISE_PERCENT = 110n;
/** What is offered: twice what a block's base fee may rise by. */
const RAISE_PERCENT = 125n;

/** What a user wants to pay. Prices are in wei per gas. */
export interface FeeWishes {
  /** Paid as given; undefined for what the chain asks. */
  readonly gasPrice?: bigint | undefined;
  /** The most that any transaction may pay. Default: the given price, or twice what is offered at the start. */
  readonly maxGasPrice?: bigint | undefined;
  /** Milliseconds that a transaction may be pending before its fee is raised. */
  readonly raiseAfter?: number | undefined;
}

/** What a migration pays, and when and how far it raises the fee of a pending transaction. */
export interface FeePolicy {
  /** In wei per gas, paid as given; undefined for what the chain asks. */
  readonly gasPrice: bigint | undefined;
  /** The most that a transaction may pay, in wei per gas. */
  readonly cap: bigint;
  /** Milliseconds that a transaction may be pending before its fee is raised. */
  readonly raiseAfter: number;
}

/**
 * The policy of a run.
 * @throws UsageError if no transaction could be mined with it
 */
export async function feePolicy(
  provider: Eip1193Provider,
  { gasPrice, maxGasPrice, raiseAfter = RAISE_AFTER }: FeeWishes,
): Promise<FeePolicy> {
  const { price, fees } = await quoteFees(provider, gasPrice);
  if (price > 0n && (gasPrice === 0n || maxGasPrice === 0n)) {
    throw new UsageError(
      `The gas price is 0, but this chain requires at least ${gwei(price)}: no transaction would be mined. ` +
        "Omit --gas-price and --max-gas-price, or pass a price that it accepts. Nothing was sent.",
    );
  }
  if (gasPrice !== undefined && maxGasPrice !== undefined && maxGasPrice < gasPrice) {
    throw new UsageError(
      `--gas-price is ${gwei(gasPrice)}, but --max-gas-price allows at most ${gwei(maxGasPrice)}. Nothing was ` +
        "sent. Pass a maximum no lower than the price.",
    );
  }
  return {
    gasPrice,
    cap: maxGasPrice ?? gasPrice ?? higherCap(fees),
    raiseAfter,
  };
}

/** The cap that follows from what transactions offer, in wei per gas. */
export function higherCap(fees: Fees): bigint {
  return highestPrice(fees) * CAP_FACTOR;
}

/**
 * Whether a transaction is pending for so long that its fee has to be raised.
 * @param since when it was signed, in milliseconds
 */
export function isStuck(
  since: number,
  now: number,
  { raiseAfter }: Pick<FeePolicy, "raiseAfter">,
): boolean {
  return now - since >= raiseAfter;
}

/**
 * What a chain asks for. A new transaction offers twice the base fee, which six full blocks in a row
 * may reach, and the tip of recent blocks.
 * @param gasPrice in wei, paid as given; where the base fee is above it, the quote is what would be mined
 */
export async function quoteFees(
  provider: Eip1193Provider,
  gasPrice: bigint | undefined,
): Promise<FeeQuote> {
  const { baseFeePerGas } = await latestBlock(provider);
  if (baseFeePerGas === undefined) {
    const price = gasPrice ?? (await legacyPrice(provider));
    return { price, fees: { type: 0, gasPrice: price } };
  }
  const baseFee = BigInt(baseFeePerGas);
  if (gasPrice !== undefined) {
    return gasPrice >= baseFee
      ? { price: gasPrice, fees: { type: 0, gasPrice } }
      : { price: baseFee, fees: { type: 0, gasPrice: (baseFee * RAISE_PERCENT) / 100n } };
  }
  const tip = await tipOf(provider);
  return {
    price: baseFee + tip,
    fees: { type: 2, maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip },
  };
}

/** The most that a transaction with these fees may cost, in wei per gas. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice;
}

/** The fees, or as much of them as the cap allows, in wei per gas. */
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
 * @returns undefined if the cap leaves no room for a replacement that nodes take
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

/** A price as people read it, such as `1.5 gwei`. */
export function gwei(wei: bigint): string {
  return `${formatUnits(wei, "gwei").replace(/\.0$/, "")} gwei`;
}

function capped(paid: bigint, suggested: bigint, cap: bigint): bigint | undefined {
  const raised = (paid * RAISE_PERCENT) / 100n + 1n;
  const wanted = raised > suggested ? raised : suggested;
  const value = wanted < cap ? wanted : cap;
  return value * 100n >= paid * LEAST_RAISE_PERCENT && value > paid ? value : undefined;
}

async function legacyPrice(provider: Eip1193Provider): Promise<bigint> {
  return BigInt((await provider.request({ method: "eth_gasPrice" })) as string);
}
