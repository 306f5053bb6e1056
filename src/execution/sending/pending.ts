import { decodeTransaction } from "../../chain/raw-transaction.js";
import { MigrationError } from "../../support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import { callOf } from "../steps/plan.js";
import type { SendingContext } from "./context.js";

/** Polls that find a nonce used and no receipt, until the transaction that used it is looked for. */
const PATIENCE = 4;
/** And until a node that cannot show it is given up. */
const LAST_POLL = 40;

/** A transaction that was signed and does not have all its confirmations. */
export interface Pending {
  latest: SignedStep;
  /** The gas that it asks for. */
  readonly gas: bigint;
  /** When it was signed last, and sent last; milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Polls at which its nonce was used and no receipt was found. */
  missed: number;
  /** It is in a block, but has not all its confirmations. */
  mined: boolean;
  /** The block at which its receipt was last read. */
  readAt: number | undefined;
  /** The node had no room for it, or dropped it: it is sent when there is. */
  held: boolean;
  /** The block at which it was last requested from the node. */
  checkedAt: number | undefined;
  /** When its fees reached the cap; milliseconds. */
  cappedAt: number | undefined;
  /** Hash of a mined transaction that is in no journal and did the same under the same nonce. */
  twin: string | undefined;
}

/** A step that is signed and not sent. */
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
 * Whether the nonce of a step is gone. It is believed only of the very transaction that used it,
 * on the chain of the migration: a node that lags behind, or a provider that talks to another
 * chain, must not have a step made twice. A transaction that does the same is the step: a wallet
 * may have replaced it, or the journal may have lost a line.
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

/** What a journal says is never signed again: only what this run's own rehearsal asks for. */
export function notReplaced({ step, from, nonce }: SignedStep): MigrationError {
  return new MigrationError(
    `Step ${step} (nonce ${nonce} of ${from}) is pending with too low a fee. An earlier run signed it, but this run could ` +
      "not rehearse it, so it is not replaced. Wait until it is mined, or cancel it in your wallet with the same " +
      "nonce, then run the same command again.",
  );
}
