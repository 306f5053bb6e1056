import type { Eip1193Provider } from "./execution/provider.js";
import { networkOf } from "./networks.js";
import type { ChainIdentity } from "./result/file.js";

/** Reads which chain a provider talks to. */
export async function identifyChain(
  provider: Eip1193Provider,
  inProcess: boolean,
): Promise<ChainIdentity> {
  const chainId = (await provider.request({ method: "eth_chainId" })) as string;
  const genesis = (await provider.request({
    method: "eth_getBlockByNumber",
    params: ["0x0", false],
  })) as { hash: string };
  return { ...networkOf(Number(chainId)), genesis: genesis.hash, inProcess };
}
