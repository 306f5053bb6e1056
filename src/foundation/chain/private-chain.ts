import { isKnownPublic, type Network } from "./networks.js";
import { ask, type Eip1193Provider } from "./provider.js";
import { ConnectionError } from "./rpc-error.js";

/** Client names of development nodes: anvil, Hardhat's and our own, ganache, ganache-cli. */
const DEVELOPMENT_NODE = /^(anvil|HardhatNetwork|Ganache|EthereumJS TestRPC)\//i;

/**
 * A chain is private if it is in this process, if its node reports the client name of a development node, or if the
 * user says so. Any other chain is public, and transactions on it cost money. A node on another machine with the ID of
 * a known public chain is not believed, because on a private chain the demo test sends currency to accounts with public
 * keys.
 * @param isPrivate what the user says
 */
export async function isPrivateChain(
  provider: Eip1193Provider,
  chainId: number,
  { inProcess, isPrivate }: { readonly inProcess: boolean; readonly isPrivate: boolean },
): Promise<boolean> {
  if (inProcess || isPrivate) return true;
  if (provider.isRemote === true && isKnownPublic(chainId)) return false;
  return await isDevelopmentNode(provider);
}

/**
 * A node that refuses to return its client name does not count as a development node. One that does not answer at all
 * may be one: the journal of a migration that took it for public could not be continued.
 * @throws ConnectionError if the node does not answer
 */
async function isDevelopmentNode(provider: Eip1193Provider): Promise<boolean> {
  try {
    const version = await ask(provider, "web3_clientVersion");
    return typeof version === "string" && DEVELOPMENT_NODE.test(version);
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    return false;
  }
}

export function privateNetwork(chainId: number): Network {
  return { name: "private", chainId };
}

/** Whether a chain is a development chain, on which nothing has value. */
export function isPrivate(network: Network): boolean {
  return network.name === "private";
}
