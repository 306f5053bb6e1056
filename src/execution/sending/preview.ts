import { highestPrice, type Fees } from "../../chain/fees.js";
import type { Planned, PlannedStep } from "../steps/plan.js";
import { gasLimitOfStep } from "./signing.js";

/** What a step will do and cost, known from the rehearsal. */
export interface PreviewStep {
  readonly step: string;
  readonly from: string;
  readonly gasUsed: bigint;
  /** At the chain's current price, in wei. */
  readonly cost: bigint;
  /** The contract that the step creates, if any. */
  readonly contractAddress?: string;
}

/** A migration before anything of it is sent. */
export interface Preview {
  readonly account: string;
  /** What the deploying account owns, in wei. */
  readonly balance: bigint;
  /** What it should own, so that no fee within the limits leaves it short; in wei. */
  readonly balanceNeeded: bigint;
  /** At the chain's current price, in wei. */
  readonly cost: bigint;
  readonly gasUsed: bigint;
  readonly steps: readonly PreviewStep[];
  /** Steps of an earlier run that are on the chain already. */
  readonly stepsDone: number;
}

/**
 * What a plan comes to.
 * @param gasPrice what the chain charges now, in wei
 */
export function previewOf(
  plan: readonly Planned[],
  terms: {
    readonly account: string;
    readonly balance: bigint;
    readonly gasPrice: bigint;
    readonly fees: Fees;
    readonly transactionGasLimit: bigint;
    readonly stepsDone: number;
  },
): Preview {
  const steps = plan.filter((planned): planned is PlannedStep => planned.kind === "transaction");
  const own = steps.filter(({ from }) => from === terms.account);
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const price = highestPrice(terms.fees);
  return {
    account: terms.account,
    balance: terms.balance,
    balanceNeeded: sum(
      own.map((step) => gasLimitOfStep(step, terms.transactionGasLimit) * price + step.value),
    ),
    cost: sum(own.map(({ gasUsed, value }) => gasUsed * terms.gasPrice + value)),
    gasUsed: sum(steps.map(({ gasUsed }) => gasUsed)),
    steps: steps.map(({ step, from, gasUsed, contractAddress }) => ({
      step,
      from,
      gasUsed,
      cost: gasUsed * terms.gasPrice,
      ...(contractAddress !== undefined && { contractAddress }),
    })),
    stepsDone: terms.stepsDone,
  };
}
