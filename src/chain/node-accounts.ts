import type { Eip1193Provider } from "./provider.js";

/** Addresses of the accounts that a node signs for (`eth_accounts`), in the node's spelling. */
export async function nodeAccounts(
  provider: Pick<Eip1193Provider, "request">,
): Promise<readonly string[]> {
  return (await provider.request({ method: "eth_accounts" })) as string[];
}
