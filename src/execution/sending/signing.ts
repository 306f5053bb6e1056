import { Transaction, type BaseWallet } from "ethers";

import type { Fees } from "../../chain/fees.js";
import type { SignedStep } from "../journal/journal.js";
import type { PlannedStep } from "../steps/plan.js";

/** A step asks for this much more gas than was estimated, in percent: the chain may have moved on. */
const GAS_MARGIN = 5n;

export interface SigningTerms {
  readonly chainId: number;
  readonly nonce: number;
  readonly fees: Fees;
  /** The most gas that a transaction may ask for. */
  readonly transactionGasLimit: bigint;
}

/** The gas that a step asks for: what was estimated and a margin, as far as the chain allows. */
export function gasLimitOfStep(step: PlannedStep, transactionGasLimit: bigint): bigint {
  const wanted = (step.gas * (100n + GAS_MARGIN)) / 100n;
  return wanted < transactionGasLimit ? wanted : transactionGasLimit;
}

/** Signs a step for one nonce. */
export async function signStep(
  wallet: BaseWallet,
  step: PlannedStep,
  { chainId, nonce, fees, transactionGasLimit }: SigningTerms,
): Promise<SignedStep> {
  const raw = await wallet.signTransaction({
    chainId,
    nonce,
    gasLimit: gasLimitOfStep(step, transactionGasLimit),
    ...(step.to !== undefined && { to: step.to }),
    data: step.data,
    value: step.value,
    ...fees,
  });
  return {
    step: step.step,
    from: step.from,
    nonce,
    call: step.call,
    hash: hashOf(raw),
    raw,
  };
}

/** The same transaction under the same nonce, with other fees. */
export async function signAgain(
  wallet: BaseWallet,
  signed: SignedStep,
  fees: Fees,
): Promise<SignedStep> {
  const { chainId, nonce, gasLimit, to, data, value } = Transaction.from(signed.raw);
  const transaction = { chainId, nonce, gasLimit, data, value, ...fees };
  const raw = await wallet.signTransaction({ ...transaction, ...(to !== null && { to }) });
  return { ...signed, hash: hashOf(raw), raw };
}

/** The fees that a signed transaction pays. */
export function feesOf({ raw }: SignedStep): Fees {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw);
  return maxFeePerGas === null
    ? { type: 0, gasPrice: gasPrice ?? 0n }
    : { type: 2, maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}

function hashOf(raw: string): string {
  const { hash } = Transaction.from(raw);
  if (hash === null) throw new Error("A signed transaction has a hash.");
  return hash;
}
