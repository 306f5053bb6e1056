import { formatEther } from "ethers";

import { highestPrice, type Fees } from "../../chain/fees.js";
import { currencyOf, type Network } from "../../chain/networks.js";
import { InsufficientFundsError } from "../../support/errors.js";
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
  /** The most that any transaction pays, in wei a gas: fees of stuck transactions are raised up to it. */
  readonly feeCap: bigint;
  /** What everything costs if each transaction pays the cap and uses all its gas; in wei. */
  readonly maxCost: bigint;
  readonly gasUsed: bigint;
  readonly steps: readonly PreviewStep[];
  /** Steps of an earlier run that are on the chain already. */
  readonly stepsDone: number;
  /** False where the chain cannot be forked: steps, gas and cost are unknown then, and given as none. */
  readonly rehearsed: boolean;
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
    readonly feeCap: bigint;
    readonly transactionGasLimit: bigint;
    readonly stepsDone: number;
    readonly rehearsed: boolean;
  },
): Preview {
  const steps = plan.filter((planned): planned is PlannedStep => planned.kind === "transaction");
  const own = steps.filter(({ from }) => from === terms.account);
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const { feeCap, transactionGasLimit } = terms;
  const atPrice = (price: bigint) =>
    sum(own.map((step) => gasLimitOfStep(step, transactionGasLimit) * price + step.value));
  return {
    account: terms.account,
    balance: terms.balance,
    balanceNeeded: atPrice(highestPrice(terms.fees)),
    feeCap,
    maxCost: atPrice(feeCap),
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
    rehearsed: terms.rehearsed,
  };
}

/** @throws InsufficientFundsError where the account owns less than the migration may cost */
export function requireFunds({ account, balance, balanceNeeded }: Preview, network: Network): void {
  if (balance >= balanceNeeded) return;
  const amount = (wei: bigint) => `${formatEther(wei)} ${currencyOf(network)}`;
  throw new InsufficientFundsError(
    `Insufficient funds: ${account} has ${amount(balance)} and may need ${amount(balanceNeeded)}. ` +
      `Add ${amount(balanceNeeded - balance)} and run again. No new transactions were sent.`,
    { account, balance, needed: balanceNeeded },
  );
}
