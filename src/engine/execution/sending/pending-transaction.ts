import { decodeTransaction } from "../../../foundation/chain/raw-transaction.js";
import type { SignedStep } from "../journal/lines.js";

/** A transaction that is signed, not sent at first, and does not have all its confirmations. */
export class Pending {
  latest: SignedStep;
  readonly gas: bigint;
  /** When it was last signed and last sent, in milliseconds. */
  signedAt: number;
  sentAt: number;
  /** Polls that found its nonce used but no receipt. */
  missed = 0;
  /** The block at which its receipt was last read. */
  readAt: number | undefined;
  /** The node had no room for it or dropped it. It is sent when there is room. */
  held = true;
  /** It is in a block, but does not have all its confirmations. */
  mined: boolean;
  /** The block at which it was last requested from the node. */
  checkedAt: number | undefined;
  /** When its fees reached the cap, in milliseconds. */
  cappedAt: number | undefined;
  /** Hash of a mined transaction with the same nonce and call that is in no journal. */
  twin: string | undefined;

  constructor(latest: SignedStep, now: number, mined = false) {
    this.latest = latest;
    this.gas = decodeTransaction(latest.raw).gasLimit;
    this.signedAt = this.sentAt = now;
    this.mined = mined;
  }
}
