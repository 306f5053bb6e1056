import { dataGasLimit } from "../../../foundation/chain/data-fee.js";
import type { Fees } from "../../../foundation/chain/fees.js";
import { decodeTransaction } from "../../../foundation/chain/raw-transaction.js";
import { signTransaction, type TransactionSigner } from "../../../foundation/chain/signer.js";
import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";

/** Percent added to a step's estimated gas, because the chain may change in the meantime. */
const GAS_MARGIN = 5n;

interface SigningTerms {
  readonly chainId: number;
  readonly nonce: number;
  readonly fees: Fees;
  readonly transactionGasLimit: bigint;
}

/**
 * The gas limit of a step: the estimate plus a margin, up to what the chain allows. Gas that an L2 charges for data is
 * added on top of the limit, because it is not executed.
 */
export function gasLimitOfStep(step: PlannedStep, transactionGasLimit: bigint): bigint {
  const wanted = (step.gas * (100n + GAS_MARGIN)) / 100n;
  const execution = wanted < transactionGasLimit ? wanted : transactionGasLimit;
  return execution + dataGasLimit(step.dataFee);
}

export async function signStep(
  signer: TransactionSigner,
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

export function feesOf({ raw }: SignedStep): Fees {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = decodeTransaction(raw);
  return maxFeePerGas === null
    ? { type: 0, gasPrice: gasPrice ?? 0n }
    : { type: 2, maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}
