import type { Eip1193Provider } from "../src/foundation/chain/provider.js";
import { walletsOf } from "../src/foundation/chain/test-accounts.js";
import { recording, type Made } from "../src/test-chain/recording/record.js";
import type { Recorded } from "../src/test-chain/recording/recording.js";

export { recording };
export type { Recorded };

const HARDHAT_MNEMONIC = "test test test test test test test test test test test junk";
/** Wei; above the base fee of a new chain. */
const GAS_PRICE = 10_000_000_000n;

interface RpcTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly gas: string;
  readonly input: string;
}

/** The same transactions, signed by Hardhat's default accounts. */
export async function signed(
  { provider }: { readonly provider: Eip1193Provider },
  requests: readonly Made[],
): Promise<Recorded[]> {
  const chainId = Number(await provider.request({ method: "eth_chainId" }));
  const wallets = walletsOf(HARDHAT_MNEMONIC, 20);
  const recorded: Recorded[] = [];
  for (const { method, params, result } of requests) {
    if (method !== "eth_sendTransaction") {
      recorded.push({ method, params });
      continue;
    }
    const { from, to, nonce, gas, input } = (await provider.request({
      method: "eth_getTransactionByHash",
      params: [result],
    })) as RpcTransaction;
    const wallet = wallets.find(({ address }) => address.toLowerCase() === from.toLowerCase());
    if (wallet === undefined) throw new Error(`There is no key for ${from}.`);
    const raw = await wallet.signTransaction({
      chainId,
      to,
      nonce: Number(nonce),
      gasLimit: BigInt(gas),
      gasPrice: GAS_PRICE,
      data: input,
    });
    recorded.push({ method: "eth_sendRawTransaction", params: [raw] });
  }
  return recorded;
}

/** Sends recorded requests one by one; returns milliseconds. */
export async function replay(
  provider: Eip1193Provider,
  recorded: readonly Recorded[],
): Promise<number> {
  const start = performance.now();
  for (const { method, params } of recorded) await provider.request({ method, params });
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
