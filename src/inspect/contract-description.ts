/** What is at an address, told by its code. */
export interface ContractDescription {
  /** Checksummed. */
  readonly address: string;
  /** `account` has no code: somebody holds its key, or a contract may still come there. */
  readonly code: "arc" | "unknown" | "account";
  /** Of unknown code, what its functions make it look like, as a hint: `WalletScheme of dxdao-contracts 1`. */
  readonly looksLike?: string;
  /** Arc's name of the contract; only with the code `arc`. */
  readonly name?: string;
  /** Every release that has this code but for hashes of metadata, oldest first; only with the code `arc`. */
  readonly releases?: readonly string[];
  /** Those that have it byte for byte: a hint, as whoever deploys it chooses the hash of metadata. */
  readonly exact?: readonly string[];
  /** Who published this build: Arc's package, or the predecessor of this tool. */
  readonly build?: "published" | "predecessor" | "both";
}

export interface PermissionsDescription {
  /** 4 bytes, as the controller keeps them: 0x00000001 is added to each that is registered. */
  readonly bytes: string;
  /** What they let the scheme do, a phrase each; empty where it is not registered. */
  readonly words: readonly string[];
}
