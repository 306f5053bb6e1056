import type { ChainDescriptorsConfig } from "hardhat/types/config";

/**
 * Chains that DAOs of Arc live or lived on and whose history of hardforks Hardhat does not know: Rinkeby,
 * Kovan, Sokol, Gnosis, and development nodes. On a fork of such a chain every call at a forked block
 * fails ("No known hardfork for execution").
 */
const CHAINS: Readonly<Record<number, string>> = {
  4: "Rinkeby",
  42: "Kovan",
  77: "Sokol",
  100: "Gnosis",
  1337: "Development node",
  31337: "Development node",
};

/** By today's rules from the first block on: Arc's contracts do the same under all of them. */
const HARDFORK = "prague";

/** Adds the chains, unless the project describes them itself. */
export function addForkableChains(descriptors: ChainDescriptorsConfig): void {
  for (const [id, name] of Object.entries(CHAINS)) {
    const chainId = BigInt(id);
    const known = descriptors.get(chainId);
    if (known?.hardforkHistory !== undefined) continue;
    descriptors.set(chainId, {
      name,
      chainType: "generic",
      blockExplorers: {},
      ...known,
      hardforkHistory: new Map([[HARDFORK, { blockNumber: 0 }]]),
    });
  }
}
