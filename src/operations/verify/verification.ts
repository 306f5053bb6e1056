import type { ContractSources } from "../../foundation/arc/compilation/source-packages.js";
import type { ProxyContract } from "../../foundation/chain/proxy.js";

/** A contract to verify. */
export interface Target {
  /** The contract's name in Arc or in the project's sources. */
  readonly name: string;
  /** Its path in the result, such as `dao.Schemes.ContributionReward`; `address` if it was requested by address. */
  readonly place: string;
  readonly address: string;
  /** The Arc release that it comes from; absent for a contract of the project. */
  readonly arcVersion?: string;
}

/** The contracts of a DAO and what they rest on, as far as they can be verified. */
export interface DaoTargets {
  readonly targets: readonly Target[];
  readonly leftOut: readonly LeftOut[];
}

/** What belongs to a DAO, or is used by it, but is not verified. */
export interface LeftOut {
  /** What it is, such as `contractToCall of GenericScheme`. */
  readonly what: string;
  /** Absent if not even that is known. */
  readonly address?: string;
  readonly reason: string;
  /** Whether the DAO may rest on contracts that were not even found. */
  readonly unread?: true;
}

/**
 * How a contract's code on the chain compares with the published code: `exact` means byte for byte, `equal` means
 * except for the metadata hash.
 */
export type CodeVerdict = "exact" | "equal" | "different" | "no code" | "proxy" | "unknown";

/** How the published code compares with the code that its sources compile to. */
export type SourceVerdict = "exact" | "equal" | "different" | "build info" | "none";

/** A contract's sources, as explorers accept them. */
export interface VerifiedSource extends Pick<ContractSources, "contractName" | "compiler"> {
  /** A package such as `@daostack/arc@0.0.1-rc.57`, or a build info of the project. */
  readonly from: string;
  /** The file that contains the contract. */
  readonly file: string;
  /** solc's standard JSON input. */
  readonly input: unknown;
  /** The creation code that it compiles to, without arguments, in hex with 0x. */
  readonly bytecode: string;
}

/** The result for one contract. */
export interface Verification extends Target {
  readonly code: CodeVerdict;
  /** Index of the first byte of the code that differs, ignoring immutable parts. */
  readonly differsAt?: number;
  readonly sources: SourceVerdict;
  readonly proxy?: ProxyContract;
  /** Why it is not verified, or what else is worth knowing. */
  readonly note?: string;
  /**
   * Whether this code's own constructor ran, by the creating transaction: `own`. `other` code may have written anything
   * into the contract's storage, and left the right code. `not known` if the node has no old state or traces, or a
   * block's hash does not prove them.
   */
  readonly creation?: "own" | "other" | "not known";
  /** Whether the code at the address is what these sources compile to, and no other code created the contract. */
  readonly verified: boolean;
  readonly source?: VerifiedSource;
  /** Whether its constructor takes arguments, if that is known. */
  readonly takesArguments?: boolean;
}
