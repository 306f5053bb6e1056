import type { RpcBlock } from "../chain/rpc-types.js";
import type { ServedProvider, TestChainNetwork } from "./options.js";

/** Makes a chain suggest the gas price from its options, as long as the next block accepts it. */
export function withGasPrice(
  provider: ServedProvider,
  { gasPrice }: Pick<TestChainNetwork, "gasPrice">,
): ServedProvider {
  if (gasPrice === undefined || gasPrice === "auto") return provider;
  const own = BigInt(gasPrice);
  return {
    request: async (request) => {
      if (request.method !== "eth_gasPrice") return await provider.request(request);
      const params = ["pending", false];
      const { baseFeePerGas = "0x0" } = (await provider.request({
        method: "eth_getBlockByNumber",
        params,
      })) as RpcBlock;
      if (own < BigInt(baseFeePerGas)) return await provider.request(request);
      return `0x${own.toString(16)}`;
    },
    on: provider.on.bind(provider),
    off: provider.off.bind(provider),
    removeListener: provider.removeListener.bind(provider),
  };
}
