import type { DataFee } from "../../../foundation/chain/data-fee.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import { digest } from "../../../foundation/support/digest.js";
import type { StepRequest } from "./step.js";

/** A step as it ran in the rehearsal, and as it should run on the chain. */
export interface PlannedStep extends Pick<StepRequest, "step" | "from" | "to" | "data"> {
  readonly kind: "transaction";
  /** In wei. */
  readonly value: bigint;
  readonly call: string;
  /** Gas that the step needs, before a margin. */
  readonly gas: bigint;
  /** Gas that the step used in the rehearsal. */
  readonly gasUsed: bigint;
  /** On an L2: what its data costs, which no fork knows. */
  readonly dataFee?: DataFee;
  readonly contractAddress?: string;
  readonly logs: readonly Log[];
  /** A later step reads its events, and other accounts' transactions may change the addresses in them. */
  readonly wantsLogs?: boolean;
  /** Code hashes of the contracts that it created. */
  readonly codes?: readonly { readonly address: string; readonly hash: string }[];
  /**
   * Present if the step is final and starts its wave: what the contracts must be like that were set up before it, and
   * that nobody has proven yet.
   */
  readonly restsOn?: readonly ContractState[];
  /** False for a step sent without a rehearsal, so there is nothing to compare it with. Default: true. */
  readonly isRehearsed?: boolean;
  /** Steps of one wave may be pending together; a wave starts when the one before is mined. */
  readonly wave: number;
}

/** What a contract says about itself: its code, and what its functions without arguments return. */
export interface ContractState {
  readonly address: string;
  readonly contractName: string;
  readonly code: string;
  readonly values: readonly StateValue[];
}

/** What a function without arguments returns. */
export interface StateValue {
  /** Such as `owner`. */
  readonly name: string;
  readonly data: string;
  readonly result: string;
}

/** Moves the chain's clock after all steps before it. */
export interface PlannedClock {
  readonly kind: "clock";
  readonly step: string;
  readonly seconds: number;
  readonly wave: number;
}

export type Planned = PlannedStep | PlannedClock;

/** Hash of what a step does: receiver, value and call data. */
export function callOf({
  to,
  data,
  value = 0n,
}: Pick<StepRequest, "to" | "data" | "value">): string {
  // JSON writes null for a receiver that is not there.
  return digest(JSON.stringify([to?.toLowerCase(), value.toString(), data]));
}

export function codeHash(code: string): string {
  return digest(code.toLowerCase());
}

export function transactionsOf(plan: readonly Planned[]): readonly PlannedStep[] {
  return plan.filter((planned) => planned.kind === "transaction");
}
