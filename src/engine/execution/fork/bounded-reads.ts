import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../../foundation/chain/provider.js";

/** The most gas for a call that only reads: EDR takes 1.3 GB of memory if it is used up by the cheapest steps. */
const READING_GAS = 1_500_000n;

/**
 * Gives calls that do not say how much gas they want no more than reading takes. Otherwise, they get as much as a block.
 * @param limit the most gas that the chain gives
 */
export function boundedReads(provider: Eip1193Provider, limit: bigint): Eip1193Provider {
  const most = limit < READING_GAS ? limit : READING_GAS;
  return {
    async request({ method, params = [] }) {
      if (method !== "eth_call" && method !== "eth_estimateGas") {
        return await provider.request({ method, params });
      }
      const [call, ...rest] = params as [object, ...unknown[]];
      const bounded = { gas: toQuantity(most), ...call };
      return await provider.request({ method, params: [bounded, ...rest] });
    },
  };
}
