/** Networks that the specification and the predecessor name. Every other chain id is `private`. */
export type NetworkName = "mainnet" | "rinkeby" | "kovan" | "sokol" | "xdai" | "private";

export interface Network {
  readonly name: NetworkName;
  readonly chainId: number;
}

const NAMES: Readonly<Record<number, NetworkName>> = {
  1: "mainnet",
  4: "rinkeby",
  42: "kovan",
  77: "sokol",
  100: "xdai",
};

/** The network of a chain id; any id the predecessor did not name is `private`. */
export function networkOf(chainId: number): Network {
  return { name: NAMES[chainId] ?? "private", chainId };
}

/** The chain id of a named network; 0 for `private`, which is no chain in particular. */
export function chainIdOf(name: NetworkName): number {
  const entry = Object.entries(NAMES).find(([, known]) => known === name);
  return Number(entry?.[0] ?? 0);
}

export function isPrivate(network: Network): boolean {
  return network.name === "private";
}

/** The staking token (GEN) of the live networks, the same address on each. A private network gets its own. */
export const LIVE_STAKING_TOKEN = "0x543Ff227F64Aa17eA132Bf9886cAb5DB55DCAddf";

/**
 * Who owns DAORegistry and DAOTracker on a live network: DAOstack's accounts, as the predecessor
 * deployed them. On a private network the deploying account keeps both.
 */
export function registryOwner(network: Network): string | undefined {
  switch (network.name) {
    case "private":
      return undefined;
    case "mainnet":
      return "0x85e7Fa550b534656D04d143B9A23A11e05077Da3";
    case "rinkeby":
    case "kovan":
    case "sokol":
    case "xdai":
      return "0x73Db6408abbea97C5DB8A2234C4027C315094936";
  }
}

/** What fees are paid in. */
export function currencyOf(network: Network): string {
  if (network.name === "xdai") return "xDAI";
  return network.name === "sokol" ? "SPOA" : "ETH";
}
