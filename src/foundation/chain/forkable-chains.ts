import type { ChainDescriptorsConfig } from "hardhat/types/config";

/** The hard fork that forks use. Arc deploys and works the same on every one since Constantinople. */
export const HARDFORK = "prague";

/** Lets EDR fork a chain with an unknown history, by claiming that there never was another hard fork. */
export const ALWAYS_OF_ONE_HARDFORK = {
  name: "forked chain",
  // EDR ignores this history for chains that Hardhat knows as another type, such as Optimism.
  chainType: "generic",
  hardforkHistory: { [HARDFORK]: { blockNumber: 0 } },
} as const;

/**
 * Chains with Arc DAOs, now or in the past, whose hard fork history Hardhat does not know: Rinkeby, Kovan, Sokol,
 * Gnosis, and development nodes. On a fork of such a chain, every call at a block of the chain itself fails
 * ("No known hardfork for execution").
 */
const CHAINS: Readonly<Record<number, string>> = {
  4: "Rinkeby",
  42: "Kovan",
  77: "Sokol",
  100: "Gnosis",
  1337: "Development node",
  31337: "Development node",
};

/** Adds these chains, with today's rules since the first block, unless the project describes them itself. */
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
