import { isKnownPublic } from "./networks.js";
import type { Eip1193Provider } from "./provider.js";

/** What development nodes call themselves: anvil, Hardhat's and our own, ganache, ganache-cli. */
const DEVELOPMENT_NODE = /^(anvil|HardhatNetwork|Ganache|EthereumJS TestRPC)\//i;

/**
 * A chain is private if it is in this process, if its node is a development node by what it calls
 * itself, or if the user says so. Any other chain is public, and what is sent there costs money. A
 * node on another machine that has the id of a known public chain is not believed: on a private chain
 * the demo's accounts are public, and they are sent currency.
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

/** A node that does not say what it is counts as a stranger's. */
async function isDevelopmentNode(provider: Eip1193Provider): Promise<boolean> {
  try {
    const version = await provider.request({ method: "web3_clientVersion" });
    return typeof version === "string" && DEVELOPMENT_NODE.test(version);
  } catch {
    return false;
  }
}
