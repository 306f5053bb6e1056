import { getCreateAddress } from "ethers";

import { decodeTransaction } from "../../chain/raw-transaction.js";
import type { RpcReceipt } from "../../chain/rpc-types.js";
import type { Target } from "../../chain/target.js";
import type { SignedStep } from "../journal/lines.js";
import type { MinedStep } from "../steps/step.js";

/** Why a step is still to be done. */
interface Failure {
  readonly reason: string;
  /** The account sent other transactions: nothing is wrong with the step. */
  readonly isByOthers: boolean;
}

/** What became of some steps. */
export interface Outcome {
  readonly mined: ReadonlyMap<string, MinedStep>;
  /** Steps that are still to be done: their transaction reverted, or its nonce is gone. */
  readonly failed: ReadonlyMap<string, Failure>;
}

export const NO_OUTCOME: Outcome = { mined: new Map(), failed: new Map() };

/** A step whose nonce another program's transaction of the same account has. */
export function outrun(step: string, reason: string): Outcome {
  return { mined: new Map(), failed: new Map([[step, { reason, isByOthers: true }]]) };
}

/**
 * What a receipt says of its step. The address of a created contract follows from account and nonce;
 * a node is not asked for it.
 */
export function outcomeOf({ step, from, nonce, raw }: SignedStep, receipt: RpcReceipt): Outcome {
  const { transactionHash, blockNumber, logs, effectiveGasPrice } = receipt;
  if (receipt.status === "0x0") {
    const reason = `its transaction ${transactionHash} reverted`;
    return { mined: new Map(), failed: new Map([[step, { reason, isByOthers: false }]]) };
  }
  const gasUsed = BigInt(receipt.gasUsed);
  const mined: MinedStep = {
    transactionHash,
    blockNumber: Number(blockNumber),
    gasUsed,
    logs,
    ...(effectiveGasPrice && { fee: gasUsed * BigInt(effectiveGasPrice) }),
    ...(decodeTransaction(raw).to === null && {
      contractAddress: getCreateAddress({ from, nonce }),
    }),
  };
  return { mined: new Map([[step, mined]]), failed: new Map() };
}

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    mined: new Map(outcomes.flatMap(({ mined }) => [...mined])),
    failed: new Map(outcomes.flatMap(({ failed }) => [...failed])),
  };
}

/** The receipt of whichever of a step's transactions was mined, under the requested hash. */
export async function findReceipt(
  target: Target,
  transactions: readonly Pick<SignedStep, "hash">[],
): Promise<RpcReceipt | undefined> {
  for (const { hash } of transactions) {
    const receipt = await target.receipt(hash);
    if (receipt !== null) return { ...receipt, transactionHash: hash };
  }
  return undefined;
}
