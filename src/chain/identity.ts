import type { Eip1193Provider } from "./provider.js";
import { networkOf, type Network } from "./networks.js";

/** Which chain a migration is on: what decides whether a result file may be read and overwritten. */
export interface ChainIdentity extends Network {
  /** Hash of block 0. */
  readonly genesis: string;
  /** True for a simulated network inside this process. */
  readonly inProcess: boolean;
}

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
