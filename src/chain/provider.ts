/** What every EIP-1193 provider can do. Hardhat's connections, ethers' and browsers' have it. */
export interface Eip1193Provider {
  request(args: { readonly method: string; readonly params?: unknown[] }): Promise<unknown>;
}
