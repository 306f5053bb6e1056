import { dataGasLimit } from "../../chain/data-fee.js";
import type { Fees } from "../../chain/fees.js";
import { decodeTransaction } from "../../chain/raw-transaction.js";
import { signTransaction, type Signer } from "../../chain/signer.js";
import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";

/** A step asks for this much more gas than was estimated, in percent: the chain may change meanwhile. */
const GAS_MARGIN = 5n;

interface SigningTerms {
  readonly chainId: number;
  readonly nonce: number;
  readonly fees: Fees;
  /** The most gas that a transaction may ask for. */
  readonly transactionGasLimit: bigint;
}

/**
 * The gas that a step asks for: the estimate and a margin, as far as the chain allows. What an L2
 * charges as gas for data comes on top of what a transaction may ask for, as it is not executed.
 */
export function gasLimitOfStep(step: PlannedStep, transactionGasLimit: bigint): bigint {
  const wanted = (step.gas * (100n + GAS_MARGIN)) / 100n;
  const execution = wanted < transactionGasLimit ? wanted : transactionGasLimit;
  return execution + dataGasLimit(step.dataFee);
}

/** Signs a step for one nonce. */
export async function signStep(
  signer: Signer,
  planned: PlannedStep,
  { chainId, nonce, fees, transactionGasLimit }: SigningTerms,
): Promise<SignedStep> {
  const { step, from, to, data, value, call } = planned;
  const transaction = {
    chainId,
    nonce,
    gasLimit: gasLimitOfStep(planned, transactionGasLimit),
    ...(to !== undefined && { to }),
    data,
    value,
    ...fees,
  };
  return { step, from, nonce, call, ...(await signTransaction(signer, transaction, step)) };
}

/** The fees that a signed transaction pays. */
export function feesOf({ raw }: SignedStep): Fees {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = decodeTransaction(raw);
  return maxFeePerGas === null
    ? { type: 0, gasPrice: gasPrice ?? 0n }
    : { type: 2, maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}
