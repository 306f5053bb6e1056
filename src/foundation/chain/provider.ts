/** What every EIP-1193 provider can do: Hardhat's connections, ethers' and browsers' providers. */
export interface Eip1193Provider {
  /** True if transactions sent concurrently reach the node in the order of the requests. */
  readonly keepsOrder?: boolean;
  request(args: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>;
  /** True if the node is known to run on another machine. */
  readonly isRemote?: boolean;
  /** True for a fork in this process, which has what a node said of its chain. */
  readonly isFork?: boolean;
  /** Host and port of the node, for messages. */
  readonly place?: string;
}

/** Sends a request whose answer is known to be of a type. */
export async function ask<Answer = unknown>(
  provider: Pick<Eip1193Provider, "request">,
  method: string,
  ...params: unknown[]
): Promise<Answer> {
  return (await provider.request({ method, params })) as Answer;
}

/** Addresses of the accounts that a node signs for, in the node's spelling. */
export async function nodeAccounts(
  provider: Pick<Eip1193Provider, "request">,
): Promise<readonly string[]> {
  return await ask(provider, "eth_accounts");
}
