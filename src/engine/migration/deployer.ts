import type { AbiEntry, Artifact } from "../../foundation/arc/artifact.js";
import type { Network } from "../../foundation/chain/networks.js";
import type { Log } from "../../foundation/chain/rpc-types.js";
import type { Warning } from "../../foundation/support/warning.js";

/** A contract on the chain, with its artifact. */
export interface Contract {
  readonly artifact: Artifact;
  readonly address: string;
}

/** A function's name, or its ABI entry if the name is overloaded. */
export type FunctionSelector = string | AbiEntry;

export interface CallOptions {
  /** Sender: `account` or one of `testAccounts`. Default: `account`. */
  readonly from?: string;
}

export interface SendOptions extends CallOptions {
  /**
   * Consecutive steps of one group may be mined in any order, whatever their senders. Without a group, a step waits for
   * all earlier steps of other senders.
   */
  readonly group?: string;
  /**
   * Later steps depend on this step's events, and others' transactions may change these: on a live network, the steps
   * after it wait until it is mined.
   */
  readonly checkpoint?: boolean;
  /** This step cannot be undone, or not by us alone: on a live network, it waits until all before it are proven. */
  readonly final?: Finality;
}

/**
 * What a step settles. Steps of one kind in a row do not wait for each other: schemes are registered together. Those of
 * the last kind can still be refused by the DAO's voters; all others bind. Tracking is a kind of its own because it
 * cannot be done after ownership is given away: if a wallet takes its nonce, the transfers must not be mined.
 */
type Finality = "tracking" | "ownership" | "schemes" | "goodbye" | "proposals";

/** Topics to filter a contract's events by; null matches any. */
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

  /** The code at an address; "0x" for an account without code. */
  code(address: string): Promise<string>;

  /** An account's storage slot; 0 if nothing was stored. */
  storage(address: string, slot: bigint): Promise<bigint>;

  /** Number of transactions that an account has sent, or of contracts that a contract has created, and 1. */
  nonce(account: string): Promise<number>;
}

/** The most that an account will send. */
export interface AccountNeeds {
  readonly gas: bigint;
  readonly transactions: number;
}

/**
 * What a migration needs from a chain. `migration/` uses only this interface. The implementation decides whether to
 * send a step to a chain in this process at once, or to rehearse, sign and journal it first.
 *
 * A step is one transaction. Its ID is stable: the same inputs give the same IDs in the same order, whatever has been
 * sent already.
 */
export interface Deployer extends ChainReader {
  /** Accounts that vote and stake in a demo test; they have funds and can send. At most ten. */
  readonly testAccounts: readonly string[];
  /** The highest gas limit of a transaction: the smaller of the block's and the protocol's. */
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

  /** Like `send`, but returns the step's events once it is mined, because they tell what it created. */
  sendForLogs(...call: Parameters<Deployer["send"]>): Promise<readonly Log[]>;

  /** Notifies the user of something that does not stop the migration. */
  warn(warning: Warning): void;

  /**
   * The events that a contract has emitted since this migration's first step, in order. A resumed migration includes
   * its earlier runs.
   */
  logs(address: string, topics: TopicFilter): Promise<readonly Log[]>;

  /**
   * Makes sure that the test accounts can pay for what they send.
   * @param needs the most that each of them needs, in order
   */
  fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void>;

  /** Whether the chain's clock can be moved, as on development chains. */
  readonly canMoveClock: boolean;

  /**
   * Moves the chain's clock, after all earlier steps.
   * @param seconds seconds to move it forward
   */
  increaseTime(step: string, seconds: number): Promise<void>;
}
