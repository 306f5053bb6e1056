import { MigrationError } from "../support/errors.js";
import { networkOf, privateNetwork, type Network, type NetworkSettings } from "./networks.js";
import type { Eip1193Provider } from "./provider.js";

/** Which chain a migration is on: what decides whether a result file may be read and overwritten. */
export interface ChainIdentity extends Network {
  /** Hash of block 0. */
  readonly genesis: string;
  /** True for a simulated network inside this process. */
  readonly inProcess: boolean;
}

/** What a user says of a chain. */
export interface ChainClaims {
  /** It is a development chain, whatever its node answers. */
  readonly isPrivate?: boolean | undefined;
  /** By chain id, from the configuration. */
  readonly networks?: Readonly<Record<number, NetworkSettings>> | undefined;
}

/** What development nodes call themselves: anvil, Hardhat's and our own, ganache, ganache-cli. */
const DEVELOPMENT_NODE = /^(anvil|HardhatNetwork|Ganache|EthereumJS TestRPC)\//i;

/**
 * Reads which chain a provider talks to. A chain is private if it is in this process, if its node is
 * a development node by what it calls itself, or if the user says so; its id says nothing. Any other
 * chain is public, and what is sent there costs money.
 * @throws MigrationError where the node does not answer as a node does
 */
export async function identifyChain(
  provider: Eip1193Provider,
  inProcess: boolean,
  { isPrivate = false, networks = {} }: ChainClaims = {},
): Promise<ChainIdentity> {
  const chainId = Number(await provider.request({ method: "eth_chainId" }));
  const genesis = (await provider.request({
    method: "eth_getBlockByNumber",
    params: ["0x0", false],
  })) as { hash?: unknown } | null;
  if (!Number.isSafeInteger(chainId) || chainId < 1 || typeof genesis?.hash !== "string") {
    throw new MigrationError(
      "The node does not say which chain it is on: eth_chainId should give a number and block 0 should have a hash. " +
        "Check the provider's URL, or use another node.",
    );
  }
  const local = inProcess || isPrivate || (await isDevelopmentNode(provider));
  const network = local ? privateNetwork(chainId) : networkOf(chainId);
  const { name, explorer } = networks[chainId] ?? {};
  return {
    ...network,
    ...(name !== undefined && !local && { name }),
    ...(explorer !== undefined && { explorer }),
    genesis: genesis.hash,
    inProcess,
  };
}

async function isDevelopmentNode(provider: Eip1193Provider): Promise<boolean> {
  let version: unknown;
  try {
    version = await provider.request({ method: "web3_clientVersion" });
  } catch {
    // A node that does not say what it is, is none of a developer's own.
    return false;
  }
  return typeof version === "string" && DEVELOPMENT_NODE.test(version);
}
