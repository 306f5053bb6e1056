import type { Proxy } from "../chain/proxy.js";

/**
 * How a contract's code on the chain compares with what was published: byte for byte, but for the hash of
 * its metadata, or not.
 */
export type CodeVerdict = "exact" | "equal" | "different" | "no code" | "proxy" | "unknown";

/** How the published code compares with what its sources compile to. */
export type SourceVerdict = "exact" | "equal" | "different" | "build info" | "none";

/** What a contract was compiled from, as explorers take it. */
export interface VerifiedSource {
  /** A package such as `@daostack/arc@0.0.1-rc.57`, or a build info of the project. */
  readonly from: string;
  /** The file that has the contract. */
  readonly file: string;
  readonly contractName: string;
  /** In full, such as `0.5.17+commit.d19bba13`. */
  readonly compiler: string;
  /** solc's standard JSON input. */
  readonly input: unknown;
  /** What it compiles to: creation code, hex with 0x, without arguments. */
  readonly bytecode: string;
}

/** What is known of one contract. */
export interface Verification {
  readonly name: string;
  /** What it is in the result, such as `dao.Avatar`; `address` for one that was requested by address. */
  readonly place: string;
  readonly address: string;
  /** Release of Arc; absent for a contract that is not Arc's. */
  readonly arcVersion?: string;
  readonly code: CodeVerdict;
  /** The first byte of the code that differs, from 0, with immutable parts set aside. */
  readonly differsAt?: number;
  readonly sources: SourceVerdict;
  readonly proxy?: Proxy;
  /** Why, where it is not verified; or what is worth knowing. */
  readonly note?: string;
  /** Whether the code at the address is what these sources compile to. */
  readonly verified: boolean;
  readonly source?: VerifiedSource;
  /** Whether its constructor takes arguments, where that is known. */
  readonly takesArguments?: boolean;
}
