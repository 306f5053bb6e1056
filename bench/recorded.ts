import { HDNodeWallet, Mnemonic } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";

import type { Eip1193Provider } from "../src/chain/provider.js";
import * as record from "../src/test-chain/recording/record.js";

export { recording } from "../src/test-chain/recording/record.js";
export type { Recorded } from "../src/test-chain/recording/record.js";

const HARDHAT_MNEMONIC = "test test test test test test test test test test test junk";

/** The same transactions, signed by Hardhat's default accounts. */
export async function signed(
  { provider }: NetworkConnection,
  requests: readonly record.Made[],
): Promise<record.Recorded[]> {
  const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(HARDHAT_MNEMONIC), "m/44'/60'/0'/0");
  const wallets = Array.from({ length: 20 }, (_, index) => root.deriveChild(index));
  return await record.signed(provider, requests, wallets);
}

/** Sends recorded requests one by one; returns milliseconds. */
export async function replay(
  provider: Eip1193Provider,
  recorded: readonly record.Recorded[],
): Promise<number> {
  const start = performance.now();
  for (const { method, params } of recorded) await provider.request({ method, params });
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
