import type { BaseWallet } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";

/** A recorded request: a signed transaction, or a change of the clock. */
export interface Recorded {
  readonly method: string;
  readonly params: unknown[];
}

/** A request that changed the chain, with its answer. */
export interface Made extends Recorded {
  readonly result: unknown;
}

interface RpcTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly gas: string;
  readonly input: string;
}

/** In wei: above the base fee of a fresh chain. */
const GAS_PRICE = 10_000_000_000n;

/** Forwards requests and records those that change the chain, in order. */
export function recording(provider: Eip1193Provider): {
  recorder: Eip1193Provider;
  requests: readonly Made[];
} {
  const requests: Made[] = [];
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

/** The same transactions, signed by the accounts' keys. */
export async function signed(
  provider: Eip1193Provider,
  requests: readonly Made[],
  wallets: readonly BaseWallet[],
): Promise<Recorded[]> {
  const chainId = Number(await provider.request({ method: "eth_chainId" }));
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
