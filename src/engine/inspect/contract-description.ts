import type { Address, FourBytes, Line } from "../../foundation/support/formats.js";

/** What is at an address, identified by its code. */
export interface ContractDescription {
  /** Checksummed. */
  readonly address: Address;
  /** `account` has no code: either someone has its key, or a contract may still be deployed there. */
  readonly code: "arc" | "unknown" | "account";
  /** For unknown code: what its functions suggest, such as `WalletScheme of dxdao-contracts 1`. */
  readonly looksLike?: Line;
  /** For unknown code: the contract with the same code that the project compiles or has in custom-abis. */
  readonly ownName?: Line;
  /** Arc's name of the contract; only if `code` is `arc`. */
  readonly name?: Line;
  /** Every release with this code, ignoring metadata hashes, oldest first; only if `code` is `arc`. */
  readonly releases?: readonly Line[];
  /**
   * The releases with exactly these bytes: only a hint, because a contract's deployer chooses its metadata hash.
   */
  readonly exact?: readonly Line[];
  /** Who published this build: Arc's package, or the predecessor of this tool. */
  readonly build?: "published" | "predecessor" | "both";
}

export interface PermissionsDescription {
  /** 4 bytes, as the controller stores them. Every registered scheme has the bit 0x00000001. */
  readonly bytes: FourBytes;
  /** What they allow the scheme to do, a phrase each; empty if it is not registered. */
  readonly words: readonly Line[];
}
