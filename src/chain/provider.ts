/** What every EIP-1193 provider can do. Hardhat's connections, ethers' and browsers' have it. */
export interface Eip1193Provider {
  /** Transactions that are sent at the same time reach the node in the order of the requests. */
  readonly keepsOrder?: boolean;
  request(args: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>;
  /** True where the node is known to run on another machine. */
  readonly isRemote?: boolean | undefined;
}
