import type { Artifact } from "../../../foundation/arc/artifact.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import type { Deployer, SendOptions } from "../../migration/deployer.js";
import type { Warning } from "../../../foundation/support/warning.js";

/** A transaction to send, before its nonce, gas and fees are known. */
export interface StepRequest extends Omit<SendOptions, "from"> {
  readonly step: string;
  readonly from: string;
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  /** Of what is deployed or called; absent for a transfer. */
  readonly artifact?: Artifact;
  readonly functionName?: string;
  /** In wei. */
  readonly value?: bigint;
  /** A later step reads its events. */
  readonly wantsLogs?: boolean;
}

/** A mined step; `contractAddress` is the contract that it created, if any. */
export interface MinedStep {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  readonly logs: readonly Log[];
  /** Its cost in wei; absent if the node does not return the price. */
  readonly fee?: bigint;
  readonly contractAddress?: string;
}

/** What callers need from a finished step: its events, or the contract that it created. */
export type PerformedStep = Pick<MinedStep, "logs" | "contractAddress">;

export type ChainFacts = Pick<
  Deployer,
  "network" | "account" | "testAccounts" | "transactionGasLimit"
> & {
  /** Called with warnings for the user. */
  readonly onWarning?: (warning: Warning) => void;
};
