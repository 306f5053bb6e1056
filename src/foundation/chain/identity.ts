import { MigrationError, UsageError } from "../support/errors.js";
import {
  isKnownPublic,
  type Network,
  networkOf,
  type NetworkSettings,
  privateNetwork,
} from "./networks.js";
import { ask, type Eip1193Provider } from "./provider.js";

/** Identifies the chain of a migration. Decides whether a result file may be read and overwritten. */
export interface ChainIdentity extends Network {
  /** Hash of block 0. */
  readonly genesis: string;
  /** True for a simulated network inside this process. */
  readonly inProcess: boolean;
}

/** What a user says about a chain. */
export interface ChainClaims {
  /** It is a development chain, whatever its node says. */
  readonly isPrivate?: boolean;
  /** By chain ID, from the configuration. */
  readonly networks?: Readonly<Record<number, NetworkSettings>>;
}

/**
 * Identifies the chain that a provider talks to, and finds out whether it is private.
 * @throws MigrationError if the node does not answer as a node does
 */
export async function identifyChain(
  provider: Eip1193Provider,
  inProcess: boolean,
  { isPrivate = false, networks = {} }: ChainClaims = {},
): Promise<ChainIdentity> {
  const chainId = Number(await ask(provider, "eth_chainId"));
  const genesis = await ask<{ hash?: unknown } | null>(
    provider,
    "eth_getBlockByNumber",
    "0x0",
    false,
  );
  if (!Number.isSafeInteger(chainId) || chainId < 1 || typeof genesis?.hash !== "string") {
    throw new MigrationError(
      "The node does not identify its chain: eth_chainId should return a number, and block 0 should have a hash. " +
        "Check the provider's URL, or use another node.",
    );
  }
  const local = await isPrivateChain(provider, chainId, { inProcess, isPrivate });
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

/**
 * @param asked the chain ID that the user named; undefined if any will do
 * @param consequence what did not happen, as a sentence
 * @throws UsageError if the chain has another ID
 */
export function requireChainId(
  { chainId, name }: ChainIdentity,
  asked: number | undefined,
  consequence = "",
): void {
  if (asked === undefined || asked === chainId) return;
  const found = `The node is on chain ID ${chainId} (${name}), but --chain-id requires ${asked}.`;
  throw new UsageError([found, consequence, "Check the provider's URL."].filter(Boolean).join(" "));
}

/** Client names of development nodes: anvil, Hardhat's and our own, ganache, ganache-cli. */
const DEVELOPMENT_NODE = /^(anvil|HardhatNetwork|Ganache|EthereumJS TestRPC)\//i;

/**
 * A chain is private if it is in this process, if its node reports the client name of a development node, or if the
 * user says so. Any other chain is public, and transactions on it cost money. A node on another machine with the ID of
 * a known public chain is not believed, because on a private chain the demo test sends currency to accounts with public
 * keys.
 * @param isPrivate what the user says
 */
async function isPrivateChain(
  provider: Eip1193Provider,
  chainId: number,
  { inProcess, isPrivate }: { readonly inProcess: boolean; readonly isPrivate: boolean },
): Promise<boolean> {
  if (inProcess || isPrivate) return true;
  if (provider.isRemote === true && isKnownPublic(chainId)) return false;
  return await isDevelopmentNode(provider);
}

/** A node that does not return its client name does not count as a development node. */
async function isDevelopmentNode(provider: Eip1193Provider): Promise<boolean> {
  try {
    const version = await ask(provider, "web3_clientVersion");
    return typeof version === "string" && DEVELOPMENT_NODE.test(version);
  } catch {
    return false;
  }
}
