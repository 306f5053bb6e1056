import { decodeTransaction } from "../../../foundation/chain/raw-transaction.js";
import type { SignedStep } from "../journal/lines.js";

/** A transaction that is signed and does not have all its confirmations. */
export interface Pending {
  latest: SignedStep;
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
