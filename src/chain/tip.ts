import { parseUnits, toQuantity } from "ethers";

import type { Eip1193Provider } from "./provider.js";

/** Blocks whose tips are read. */
const BLOCKS = 20;
/** The percentile of a block's gas, in order of tips, that represents what a typical transaction pays. */
const PERCENTILE = 60;
/** In wei per gas. Limits a node's suggestion if blocks do not show what is paid. */
const USUAL_TIP = parseUnits("1", "gwei");

interface FeeHistory {
  /** For each block, the tips at the requested percentiles; 0 for an empty block. */
  readonly reward?: readonly (readonly string[])[] | null;
}

/**
 * The tip that a node suggests, in wei per gas, but no more than recent transactions paid: a node may suggest anything,
 * and the tip goes to the miner or validator. If most blocks are empty or unknown, the limit is one GWei.
 */
export async function tipOf(provider: Eip1193Provider): Promise<bigint> {
  const [paid, suggested] = await Promise.all([typicalTip(provider), suggestedTip(provider)]);
  const most = paid > 0n ? paid : USUAL_TIP;
  return suggested > 0n && suggested < most ? suggested : most;
}

/** The median tip of recent blocks; 0 if most are empty, because single transactions prove nothing. */
async function typicalTip(provider: Eip1193Provider): Promise<bigint> {
  try {
    const { reward } = (await provider.request({
      method: "eth_feeHistory",
      params: [toQuantity(BLOCKS), "latest", [PERCENTILE]],
    })) as FeeHistory;
    const tips = (reward ?? []).map(([tip]) => BigInt(tip ?? 0)).sort((a, b) => (a < b ? -1 : 1));
    return tips[Math.floor((tips.length - 1) / 2)] ?? 0n;
  } catch {
    // Not every node supports this method.
    return 0n;
  }
}

async function suggestedTip(provider: Eip1193Provider): Promise<bigint> {
  try {
    return BigInt((await provider.request({ method: "eth_maxPriorityFeePerGas" })) as string);
  } catch {
    // Not every node supports this method.
    return 0n;
  }
}
