import { formatEther } from "ethers";

import { mostDataWei } from "../../../foundation/chain/data-fee.js";
import { gwei } from "../../../foundation/chain/fees.js";
import { hashOf } from "../../../foundation/chain/hash.js";
import { currencyOf, type Network } from "../../../foundation/chain/networks.js";
import { InsufficientFundsError } from "../../../foundation/support/errors.js";
import type { Planned, PlannedStep } from "../steps/plan.js";
import { gasLimitOfStep } from "./signing.js";

/** What a step will do and cost, known from the rehearsal. */
export interface PreviewStep {
  readonly step: string;
  readonly from: string;
  /** Absent if a contract is created. */
  readonly to?: string;
  /** What it sends, in wei. */
  readonly value: bigint;
  /** Hash of its call data, or of the code and constructor arguments of the contract that it creates. */
  readonly dataHash: string;
  readonly gasUsed: bigint;
  /** At the chain's current price, in wei. */
  readonly cost: bigint;
  /** The contract that the step creates, if any. */
  readonly contractAddress?: string;
}

/** A migration before anything is sent. */
export interface MigrationPreview {
  readonly account: string;
  /** The deploying account's balance, in wei. */
  readonly balance: bigint;
  /** The balance that it should have, in wei: `maxCost`. */
  readonly balanceNeeded: bigint;
  /** The price that the chain asks for now, or that the user set, in wei per gas. */
  readonly gasPrice: bigint;
  /** The likely cost of everything, at `gasPrice`, in wei. */
  readonly cost: bigint;
  /**
   * The part of `cost` that an L2 charges for transaction data, in wei: 0 on other chains, null if the chain does not
   * say how much.
   */
  readonly dataFee: bigint | null;
  /** The highest price that any transaction pays without another question, in wei per gas. */
  readonly feeCap: bigint;
  /**
   * The highest possible cost, in wei: at `feeCap`, if each transaction uses all its gas and data costs twice as much.
   */
  readonly maxCost: bigint;
  /** The sum of the gas limits of all transactions of the account. */
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly steps: readonly PreviewStep[];
  /** Steps of an earlier run that are already on the chain. */
  readonly stepsDone: number;
  /** Blocks that a step waits for, including its own, before the next group of steps is sent. */
  readonly confirmations: number;
  /** False if the chain cannot be forked: steps, gas and cost are then estimated, or unknown. */
  readonly rehearsed: boolean;
  /**
   * Whether steps, gas and cost are those of the same migration on an empty chain. If this and `rehearsed` are false,
   * they are unknown and reported as none.
   */
  readonly estimated: boolean;
}

interface PreviewTerms extends Pick<
  MigrationPreview,
  | "account"
  | "balance"
  | "gasPrice"
  | "feeCap"
  | "stepsDone"
  | "confirmations"
  | "rehearsed"
  | "estimated"
> {
  readonly transactionGasLimit: bigint;
}

export function previewOf(
  plan: readonly Planned[],
  { transactionGasLimit, ...terms }: PreviewTerms,
): MigrationPreview {
  const steps = plan.filter((planned): planned is PlannedStep => planned.kind === "transaction");
  const own = steps.filter(({ from }) => from === terms.account);
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const { feeCap, gasPrice } = terms;
  const gasLimit = sum(own.map((step) => gasLimitOfStep(step, transactionGasLimit)));
  const maxCost =
    gasLimit * feeCap + sum(own.map(({ value, dataFee }) => value + mostDataWei(dataFee)));
  const dataCost = ({ dataFee: fee }: PlannedStep) =>
    fee === undefined ? 0n : fee.gas * gasPrice + fee.wei;
  const costOf = (step: PlannedStep) => step.gasUsed * gasPrice + dataCost(step);
  const isDataFeeKnown = own.every(({ dataFee }) => dataFee?.isKnown !== false);
  return {
    ...terms,
    balanceNeeded: maxCost,
    cost: sum(own.map((step) => costOf(step) + step.value)),
    dataFee: isDataFeeKnown ? sum(own.map(dataCost)) : null,
    maxCost,
    gasLimit,
    gasUsed: sum(steps.map(({ gasUsed }) => gasUsed)),
    steps: steps.map((planned) => ({
      step: planned.step,
      from: planned.from,
      ...(planned.to !== undefined && { to: planned.to }),
      value: planned.value,
      dataHash: hashOf(planned.data),
      gasUsed: planned.gasUsed,
      cost: costOf(planned),
      ...(planned.contractAddress !== undefined && { contractAddress: planned.contractAddress }),
    })),
  };
}

/** @throws InsufficientFundsError if the account has less than the highest possible cost */
export function requireFunds(preview: MigrationPreview, network: Network): void {
  const { account, balance, balanceNeeded } = preview;
  if (balance >= balanceNeeded) return;
  const amount = (wei: bigint) => `${formatEther(wei)} ${currencyOf(network)}`;
  throw new InsufficientFundsError(
    `Insufficient funds: ${account} has ${amount(balance)} but may need ${amount(balanceNeeded)}. ` +
      `Add ${amount(balanceNeeded - balance)} and run again. ${orLower(preview)}No new transactions were sent.`,
    { account, balance, needed: balanceNeeded },
  );
}

/** Suggests a lower cap if the balance covers one that the chain accepts now. */
function orLower({ balance, maxCost, feeCap, gasLimit, gasPrice }: MigrationPreview): string {
  const value = maxCost - gasLimit * feeCap;
  const affordable = gasLimit === 0n ? 0n : (balance - value) / gasLimit;
  if (affordable < gasPrice) return "";
  return `Or pass a --max-gas-price of ${gwei(affordable)} or less, which the balance covers. `;
}
