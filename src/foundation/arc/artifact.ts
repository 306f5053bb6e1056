/** An entry of a contract's ABI, as solc writes it. */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
}

/** A parameter of a function, constructor or event. */
export interface AbiParameter {
  readonly name: string;
  readonly type: string;
  readonly indexed?: boolean;
  readonly components?: readonly AbiParameter[];
}

/** The parts of a compiled contract that are used. Bytecodes are hex with 0x; an interface has "0x". */
export interface Artifact {
  readonly contractName: string;
  readonly abi: readonly AbiEntry[];
  readonly bytecode: string;
  readonly deployedBytecode: string;
  /** What constructors set in the deployed code, which has zeros there; Arc's contracts have none. */
  readonly immutable?: readonly ImmutablePart[];
}

/** A part of the code that is only known on the chain: byte offset and length. */
export interface ImmutablePart {
  readonly start: number;
  readonly length: number;
}

/**
 * One version of Arc's contracts. What a release can do is decided by its artifacts (does it have a contract, what is
 * in its ABI), never by the version number: `alpha.58` is older than `rc.3`.
 */
export interface ArcRelease {
  /** The full version, such as `0.0.1-rc.57`. */
  readonly version: string;
  /** Names of all contracts in the release, sorted. */
  readonly contractNames: readonly string[];
  has(contractName: string): boolean;
  /** @throws ArcError if the release has no such contract, suggesting similar names */
  artifact(contractName: string): Artifact;
}
