import type { Deployer, Log } from "../../migration/deployer.js";
import type { Warning } from "../../support/warning.js";

/** One transaction to be made, before nonce, gas and fees are known. */
export interface StepRequest {
  readonly step: string;
  readonly from: string;
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  /** In wei. */
  readonly value?: bigint;
  readonly group?: string | undefined;
  readonly checkpoint?: boolean | undefined;
  /** Somebody reads its events. */
  readonly wantsLogs?: boolean;
}

/** A mined step; `contractAddress` is that of the contract that it created, if any. */
export interface MinedStep {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  readonly logs: readonly Log[];
  /** What it cost, in wei; absent if the node does not tell the price. */
  readonly fee?: bigint;
  readonly contractAddress?: string;
}

/** What is needed of a step when it is done: its events, or the contract that it created. */
export type PerformedStep = Pick<MinedStep, "logs" | "contractAddress">;

/** What a deployer knows of its chain from the start. */
export type ChainFacts = Pick<
  Deployer,
  "network" | "account" | "testAccounts" | "transactionGasLimit"
> & {
  /** Called with what the user should know. */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
};
