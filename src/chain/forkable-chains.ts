import type { ChainDescriptorsConfig } from "hardhat/types/config";

/** The hardfork of forks. Arc deploys, and does the same, on every one from Constantinople on. */
export const HARDFORK = "prague";

/** Lets EDR fork a chain whose history it does not know: it is told that there never was another hardfork. */
export const ALWAYS_OF_ONE_HARDFORK = {
  name: "forked chain",
  // EDR overlooks the history of what Hardhat knows as another type of chain, such as Optimism.
  chainType: "generic",
  hardforkHistory: { [HARDFORK]: { blockNumber: 0 } },
} as const;

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

/** Adds the chains, by today's rules from the first block on, unless the project describes them itself. */
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
