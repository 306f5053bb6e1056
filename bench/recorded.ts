import { HDNodeWallet, Mnemonic } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";

import type { Eip1193Provider } from "../src/execution/provider.js";

/** One request of a recorded run: a signed transaction, or a move of the clock. */
export interface Recorded {
  readonly method: string;
  readonly params: unknown[];
}

interface RpcTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly gas: string;
  readonly value: string;
  readonly input: string;
}

const HARDHAT_MNEMONIC = "test test test test test test test test test test test junk";
const GAS_PRICE = 10_000_000_000n;

/** Passes requests on and notes those that change the chain, in order. */
export function recording(provider: Eip1193Provider) {
  const requests: { method: string; params: unknown[]; result: unknown }[] = [];
  const recorder: Eip1193Provider = {
    async request({ method, params = [] }) {
      const result = await provider.request({ method, params });
      if (method === "eth_sendTransaction" || method.startsWith("evm_")) {
        requests.push({ method, params, result });
      }
      return result;
    },
  };
  return { recorder, requests };
}

/** The same transactions, signed: what a program that knew everything beforehand would send. */
export async function signed(
  connection: NetworkConnection,
  requests: readonly { method: string; params: unknown[]; result: unknown }[],
): Promise<Recorded[]> {
  const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(HARDHAT_MNEMONIC), "m/44'/60'/0'/0");
  const wallets = new Map(
    Array.from({ length: 20 }, (_, index) => root.deriveChild(index)).map((wallet) => [
      wallet.address.toLowerCase(),
      wallet,
    ]),
  );
  const chainId = Number(await connection.provider.request({ method: "eth_chainId" }));
  const recorded: Recorded[] = [];
  for (const { method, params, result } of requests) {
    if (method !== "eth_sendTransaction") {
      recorded.push({ method, params });
      continue;
    }
    const transaction = (await connection.provider.request({
      method: "eth_getTransactionByHash",
      params: [result],
    })) as RpcTransaction;
    const wallet = wallets.get(transaction.from.toLowerCase());
    if (wallet === undefined) throw new Error(`No key of ${transaction.from}.`);
    const raw = await wallet.signTransaction({
      chainId,
      to: transaction.to,
      nonce: Number(transaction.nonce),
      gasLimit: BigInt(transaction.gas),
      gasPrice: GAS_PRICE,
      data: transaction.input,
    });
    recorded.push({ method: "eth_sendRawTransaction", params: [raw] });
  }
  return recorded;
}

/** Sends recorded requests one after the other; returns milliseconds. */
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
