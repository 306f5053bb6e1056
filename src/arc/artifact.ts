/** One entry of a contract's ABI, as solc writes it. */
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

/** What is needed of a compiled contract. Bytecodes are hex with 0x; an interface has "0x". */
export interface Artifact {
  readonly contractName: string;
  readonly abi: readonly AbiEntry[];
  readonly bytecode: string;
  readonly deployedBytecode: string;
}

/**
 * One version of Arc's contracts. What a release can do is read from its artifacts (is the contract
 * there, what does its ABI say), never from the version number: `alpha.58` is older than `rc.3`.
 */
export interface ArcRelease {
  /** The full version, such as `0.0.1-rc.57`. */
  readonly version: string;
  /** Names of all contracts of the release, sorted. */
  readonly contractNames: readonly string[];
  has(contractName: string): boolean;
  /** @throws ArcError when the release has no such contract, naming the nearest ones. */
  artifact(contractName: string): Artifact;
}
