import type { AbiEntry, Artifact } from "../arc/artifact.js";
import type { Network } from "../chain/networks.js";
import type { Warning } from "../support/warning.js";

/** A contract on the chain, with the artifact that says how to talk to it. */
export interface Contract {
  readonly artifact: Artifact;
  readonly address: string;
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A function's name, or its ABI entry where the name is overloaded. */
export type FunctionSelector = string | AbiEntry;

export interface CallOptions {
  /** Sender, one of `account` and `testAccounts`; `account` where it is absent. */
  readonly from?: string;
}

export interface SendOptions extends CallOptions {
  /**
   * Steps of the same group that follow each other may happen in any order, from whichever account.
   * Otherwise a step of another sender waits for all before it.
   */
  readonly group?: string;
  /**
   * What follows depends on what this step's events tell, and others can come between: on a live
   * network the steps after it wait until it is mined.
   */
  readonly checkpoint?: boolean;
}

/** Which events of a contract are wanted, by topic; null stands for any. */
export type TopicFilter = readonly (string | readonly string[] | null)[];

/** What can be read from a chain without sending anything. */
export interface ChainReader {
  readonly network: Network;
  /** The deploying account. */
  readonly account: string;

  /** Calls a function without sending anything and returns its decoded results, in order. */
  read(
    contract: Contract,
    selector: FunctionSelector,
    args?: readonly unknown[],
    options?: CallOptions,
  ): Promise<readonly unknown[]>;

  /** The code at an address, "0x" where there is none. */
  code(address: string): Promise<string>;

  /** The word in a storage slot of an account; 0 where nothing was stored. */
  storage(address: string, slot: bigint): Promise<bigint>;

  /** How many transactions the deploying account has sent. */
  nonce(): Promise<number>;
}

/** What an account sends at most. */
export interface AccountNeeds {
  readonly gas: bigint;
  readonly transactions: number;
}

/**
 * What a migration needs of a chain. `migration/` is written against this alone; whether a step is
 * sent at once to a chain in the process, or rehearsed, signed and journaled first, is the
 * implementation's affair.
 *
 * A step is one transaction. Its id is stable: the same inputs give the same ids in the same order,
 * whatever has been sent already.
 */
export interface Deployer extends ChainReader {
  /** Accounts that vote and stake in a demo test, funded and able to send; at most ten. */
  readonly testAccounts: readonly string[];
  /** The most gas one transaction may ask for: the smaller of the block's and the protocol's limit. */
  readonly transactionGasLimit: bigint;

  /** Deploys a contract as one step. */
  deploy(step: string, artifact: Artifact, args?: readonly unknown[]): Promise<Contract>;

  /** Sends one call as one step. */
  send(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args?: readonly unknown[],
    options?: SendOptions,
  ): Promise<void>;

  /** As `send`, for a step whose events tell what it made; returns them when it is mined. */
  sendForLogs(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args?: readonly unknown[],
    options?: SendOptions,
  ): Promise<readonly Log[]>;

  /** Notifies the user of something that does not stop the migration. */
  warn(warning: Warning): void;

  /**
   * The events that a contract left since this migration's first step, in order. Earlier runs of a
   * resumed migration count.
   */
  logs(address: string, topics: TopicFilter): Promise<readonly Log[]>;

  /**
   * Sees to it that the test accounts can pay for what they send.
   * @param needs what each of them takes at most, in order
   */
  fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void>;

  /** Whether the chain's clock is ours to move, as it is on development chains. */
  readonly canMoveClock: boolean;

  /**
   * Moves the chain's clock, after all steps before it.
   * @param seconds how far
   */
  increaseTime(step: string, seconds: number): Promise<void>;
}
