/** What every EIP-1193 provider can do: Hardhat's connections, ethers' and browsers' providers. */
export interface Eip1193Provider {
  /** True if transactions sent concurrently reach the node in the order of the requests. */
  readonly keepsOrder?: boolean;
  request(args: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>;
  /** True if the node is known to run on another machine. */
  readonly isRemote?: boolean;
}

/** Addresses of the accounts that a node signs for (`eth_accounts`), in the node's spelling. */
export async function nodeAccounts(
  provider: Pick<Eip1193Provider, "request">,
): Promise<readonly string[]> {
  return (await provider.request({ method: "eth_accounts" })) as string[];
}
