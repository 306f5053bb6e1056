import type { Artifact } from "../arc/artifact.js";
import type { Network } from "../networks.js";

/** A contract on the chain, with the artifact that says how to talk to it. */
export interface Contract {
  readonly artifact: Artifact;
  readonly address: string;
}

/** What a step left on the chain. */
export interface StepReceipt {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[];
}

export interface SendOptions {
  /** Sender, one of `account` and `testAccounts`; `account` where it is absent. */
  readonly from?: string;
}

/**
 * What a migration needs of a chain. `migration/` is written against this alone; whether a step is
 * sent at once to a chain in the process, or rehearsed, signed and journaled first, is the
 * implementation's affair.
 *
 * A step is one transaction. Its id is stable: the same inputs give the same ids in the same order,
 * whatever has been sent already.
 */
export interface Deployer {
  readonly network: Network;
  /** The deploying account. */
  readonly account: string;
  /** Accounts that vote and stake in a demo test, funded and able to send; at most ten. */
  readonly testAccounts: readonly string[];
  /** The most gas one transaction may ask for: the smaller of the block's and the protocol's limit. */
  readonly transactionGasLimit: bigint;

  /** Deploys a contract as one step. */
  deploy(step: string, artifact: Artifact, args?: readonly unknown[]): Promise<Contract>;

  /** Sends one call as one step; the receipt is that of the mined transaction. */
  send(
    step: string,
    contract: Contract,
    functionName: string,
    args?: readonly unknown[],
    options?: SendOptions,
  ): Promise<StepReceipt>;

  /** Calls a function without sending anything and returns its decoded results, in order. */
  read(
    contract: Contract,
    functionName: string,
    args?: readonly unknown[],
    options?: SendOptions,
  ): Promise<readonly unknown[]>;

  /** The code at an address, "0x" where there is none. */
  code(address: string): Promise<string>;

  /** Gas that a call would take, without sending it. */
  estimateGas(contract: Contract, functionName: string, args?: readonly unknown[]): Promise<bigint>;

  /**
   * Moves the chain's clock, where it can be moved.
   * @param seconds how far
   * @returns false where the chain's clock is not ours to move
   */
  increaseTime(step: string, seconds: number): Promise<boolean>;
}
