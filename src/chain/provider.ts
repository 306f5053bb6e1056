/** What every EIP-1193 provider can do: Hardhat's connections, ethers' and browsers' providers. */
export interface Eip1193Provider {
  /** True if transactions sent concurrently reach the node in the order of the requests. */
  readonly keepsOrder?: boolean;
  request(args: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>;
  /** True if the node is known to run on another machine. */
  readonly isRemote?: boolean;
}
