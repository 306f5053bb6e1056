import { decodeTransaction } from "../../chain/raw-transaction.js";
import { MigrationError } from "../../support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import { callOf } from "../steps/plan.js";
import type { SendingContext } from "./context.js";

/** Polls that find a used nonce without a receipt, before looking for the transaction that used it. */
const PATIENCE = 4;
/** Polls before giving up on a node that does not return that transaction. */
const LAST_POLL = 40;

/** A transaction that is signed and does not have all its confirmations. */
export interface Pending {
  latest: SignedStep;
  /** Its gas limit. */
  readonly gas: bigint;
  /** When it was last signed and last sent, in milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Polls that found its nonce used but no receipt. */
  missed: number;
  /** It is in a block, but does not have all its confirmations. */
  mined: boolean;
  /** The block at which its receipt was last read. */
  readAt: number | undefined;
  /** The node had no room for it or dropped it. It is sent when there is room. */
  held: boolean;
  /** The block at which it was last requested from the node. */
  checkedAt: number | undefined;
  /** When its fees reached the cap, in milliseconds. */
  cappedAt: number | undefined;
  /** Hash of a mined transaction with the same nonce and call that is in no journal. */
  twin: string | undefined;
}

/** A step that is signed but not sent. */
export function pendingOf(latest: SignedStep, now: number): Pending {
  return {
    latest,
    gas: decodeTransaction(latest.raw).gasLimit,
    signedAt: now,
    sentAt: now,
    missed: 0,
    mined: false,
    readAt: undefined,
    held: true,
    checkedAt: undefined,
    cappedAt: undefined,
    twin: undefined,
  };
}

/**
 * Whether another transaction used a step's nonce. Only that transaction itself counts as proof, on the migration's own
 * chain: a lagging node, or a provider that switched to another chain, must not cause a step to be sent twice. A
 * transaction with the same call is the step: a wallet may have replaced it, or the journal may have lost a line.
 */
export async function isUsedByAnother(
  { target, journal }: SendingContext,
  entry: Pending,
): Promise<boolean> {
  if (++entry.missed < PATIENCE) return false;
  const { step, from, nonce, call } = entry.latest;
  await target.requireSameChain();
  const user = await target.transactionOfNonce(from, nonce, journal.header.firstBlock);
  await target.requireSameChain();
  if (user !== undefined) {
    if (callOf(user) === call) entry.twin = user.hash;
    else return !journal.transactions(step).some(({ hash }) => hash === user.hash);
  }
  if (entry.twin !== undefined) return false;
  if (entry.missed < LAST_POLL) return false;
  throw new MigrationError(
    `Nonce ${nonce} of ${from} is used, but the node returns neither step ${step} nor another transaction that ` +
      "used it. Nothing more was sent. Run the same command again later, or with another node.",
  );
}

export function missingNonce(step: string, from: string, nonce: number): MigrationError {
  return new MigrationError(
    `Step ${step} cannot be mined: a transaction of ${from} with nonce ${nonce}, not part of this migration, was ` +
      "pending and has disappeared. Send it again, or another one with that nonce, then run the same command again.",
  );
}

/** For a transaction that only the journal has: only steps that this run rehearsed itself are signed again. */
export function notReplaced({ step, from, nonce }: SignedStep): MigrationError {
  return new MigrationError(
    `Step ${step} (nonce ${nonce} of ${from}) is pending with too low a fee. An earlier run signed it, but this run could ` +
      "not rehearse it, so it is not replaced. Wait until it is mined, or cancel it in your wallet with the same " +
      "nonce, then run the same command again.",
  );
}
