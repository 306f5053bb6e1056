import type { Address, Count, FourBytes, Hash, Line } from "../../foundation/support/formats.js";
import type { Inspected } from "./read-value.js";

/** What is at an address, identified by its code. */
export interface ContractDescription {
  /** Checksummed. */
  readonly address: Address;
  /**
   * `account` has no code of its own: either someone has its key, or a contract may still be deployed there.
   */
  readonly code: "arc" | "unknown" | "account";
  /**
   * For an account with a key: the contract whose code runs for it (EIP-7702). Anyone with the key can do everything as well,
   * and replace this at any time.
   */
  readonly delegate?: Address;
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
}

/** What is at an account that decides something about a DAO, if that is not an account without code. */
export interface AccountDescription {
  readonly contract: ContractDescription;
  /** For unknown code: its Keccak hash, as other unknown code may come to the same address. */
  readonly codeHash?: Hash;
  /** Whether unknown code that is no known kind of proxy may run other code as its own (DELEGATECALL), as a diamond does. */
  readonly runsForeignCode?: boolean;
  /** Where it forwards calls to; absent if it is no known kind of proxy. */
  readonly proxy?: Inspected<ProxyDescription>;
  /** Its owner, as it says itself: proven only for Arc's contracts. */
  readonly owner?: Address;
  /** The owners of a wallet with several, such as a Safe, as it says itself. */
  readonly owners?: readonly Address[];
  /** How many of these act together. */
  readonly threshold?: Count;
}

export interface ProxyDescription {
  /** Such as `EIP-1167 clone`, which nobody can change. */
  readonly kind: Line;
  /** Where the calls end, if the receiver is a proxy, too. */
  readonly implementation: ContractDescription;
  /** Whether somebody can replace the implementation. */
  readonly canChange: boolean;
  /** Who can, where EIP-1967 says so. */
  readonly admin?: Address;
  /** The contract that names the implementation. */
  readonly beacon?: Address;
}

export interface PermissionsDescription {
  /** 4 bytes, as the controller stores them. Every registered scheme has the bit 0x00000001. */
  readonly bytes: FourBytes;
  /** What they allow the scheme to do, a phrase each; empty if it is not registered. */
  readonly words: readonly Line[];
}

/**
 * Whether a contract's storage is what its code and its events make of it, by the root of its storage. Code alone does
 * not say so: a contract's creation can write anything, and return the code of a release.
 */
export interface StorageDescription {
  /** Whether every number in it is explained. */
  readonly explained: boolean;
  /** How many are there that should not be, are missing or differ; absent if none do, or they could not be counted. */
  readonly differing?: Count;
}
