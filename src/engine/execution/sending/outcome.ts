import { getCreateAddress } from "ethers";

import { readCode } from "../../../foundation/chain/read-code.js";
import { ask } from "../../../foundation/chain/provider.js";
import { decodeTransaction } from "../../../foundation/chain/raw-transaction.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import type { RpcReceipt } from "../../../foundation/chain/rpc-types.js";
import type { Target } from "../../../foundation/chain/target.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import type { MinedStep } from "../steps/step.js";

interface Failure {
  readonly reason: string;
  /** The account sent other transactions; the step itself is fine. */
  readonly isByOthers: boolean;
}

export interface Outcome {
  readonly mined: ReadonlyMap<string, MinedStep>;
  /** Steps that remain to be done: their transaction reverted, or another one used its nonce. */
  readonly failed: ReadonlyMap<string, Failure>;
}

export const NO_OUTCOME: Outcome = { mined: new Map(), failed: new Map() };

/** A step whose nonce was used by another program with the same account. */
export function outrun(step: string, reason: string): Outcome {
  return { mined: new Map(), failed: new Map([[step, { reason, isByOthers: true }]]) };
}

/**
 * What a receipt says about its step. The address of a created contract is computed from account and nonce, not taken
 * from the node.
 */
export function outcomeOf(latest: SignedStep, receipt: RpcReceipt): Outcome {
  const { step } = latest;
  const { transactionHash, blockNumber, logs, effectiveGasPrice } = receipt;
  if (receipt.status === "0x0") {
    const reason = `its transaction ${transactionHash} reverted`;
    return { mined: new Map(), failed: new Map([[step, { reason, isByOthers: false }]]) };
  }
  const gasUsed = BigInt(receipt.gasUsed);
  const contractAddress = createdBy(latest);
  const mined: MinedStep = {
    transactionHash,
    blockNumber: Number(blockNumber),
    gasUsed,
    logs,
    ...(effectiveGasPrice && { fee: gasUsed * BigInt(effectiveGasPrice) }),
    ...(contractAddress !== undefined && { contractAddress }),
  };
  return { mined: new Map([[step, mined]]), failed: new Map() };
}

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    mined: new Map(outcomes.flatMap(({ mined }) => [...mined])),
    failed: new Map(outcomes.flatMap(({ failed }) => [...failed])),
  };
}

function createdBy({ from, nonce, raw }: SignedStep): string | undefined {
  return decodeTransaction(raw).to === null ? getCreateAddress({ from, nonce }) : undefined;
}

/**
 * The receipt of the one transaction of a step that was mined, requested by hash.
 * @throws MigrationError if it is said to have reverted, and has done something all the same
 */
export async function findReceipt(
  target: Target,
  transactions: readonly SignedStep[],
): Promise<RpcReceipt | undefined> {
  for (const sent of transactions) {
    const receipt = await target.receipt(sent.hash);
    if (receipt === null) continue;
    if (receipt.status === "0x0") await requireNoTrace(target, receipt, sent);
    return { ...receipt, transactionHash: sent.hash };
  }
  return undefined;
}

/**
 * A transaction that reverted has left no events and created no contract. A node that shows one of them must not make
 * its step happen twice.
 */
async function requireNoTrace(
  { provider }: Target,
  { blockHash }: RpcReceipt,
  sent: SignedStep,
): Promise<void> {
  const events = await ask<readonly { readonly transactionHash: string }[]>(
    provider,
    "eth_getLogs",
    { blockHash },
  ).catch((error: unknown) => {
    if (error instanceof RpcError) return [];
    throw error;
  });
  const created = createdBy(sent);
  const trace = events.some(({ transactionHash }) => transactionHash === sent.hash)
    ? "its block has events of it"
    : created !== undefined && (await readCode(provider, created, "latest")) !== "0x"
      ? `the contract ${created} that it creates is there`
      : undefined;
  if (trace === undefined) return;
  throw new MigrationError(
    `The node says that the transaction ${sent.hash} reverted, but ${trace}. ` +
      "Nothing more was sent, because its step could happen twice. Run the same command again later, or with another node.",
  );
}
