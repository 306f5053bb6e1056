import { lastConfirmed } from "../../../foundation/chain/confirmations.js";
import { NONCE_POLLS } from "../../../foundation/chain/incomplete-answers.js";
import { delegateWarning } from "../../../foundation/chain/who-may-sign.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { callOf } from "../steps/plan.js";
import type { SendingContext } from "./context.js";
import type { Pending } from "./pending-transaction.js";

/**
 * Whether another transaction used a step's nonce. Only that transaction itself counts as proof, signed by the account
 * and on the migration's own chain: a lagging node, or a provider that switched to another chain, must not cause a step
 * to be sent twice. A transaction with the same call is the step: a wallet may have replaced it, or the journal may have
 * lost a line.
 * @param block the last one
 */
export async function isUsedByAnother(
  { target, journal, confirmations }: SendingContext,
  entry: Pending,
  block: number,
): Promise<boolean> {
  if (++entry.missed < NONCE_POLLS.look) return false;
  const { step, from, nonce, call } = entry.latest;
  // A reorganization may drop the other one again, and the step be mined.
  const settled = await target.countAfter(from, lastConfirmed(block, confirmations));
  if (settled !== undefined && settled <= nonce) {
    entry.missed = 0;
    return false;
  }
  await target.requireSameChain();
  const user =
    settled === undefined
      ? undefined
      : await target.transactionOfNonce(from, nonce, journal.firstBlockOf(from, nonce));
  await target.requireSameChain();
  // What the account did not sign, a node may have invented.
  if (user?.raw !== undefined) {
    const isOwn = journal.transactions(step).some(({ hash }) => hash === user.hash);
    if (!isOwn && callOf(user) !== call) return true;
    if (!isOwn && entry.twin !== user.hash) {
      entry.twin = user.hash;
      return false;
    }
  }
  const isHidden = settled !== undefined && user === undefined;
  const warning = isHidden ? await delegateWarning(target, from) : undefined;
  if (entry.missed < NONCE_POLLS.giveUp && warning === undefined) return false;
  const own = user?.raw === undefined ? entry.twin : user.hash;
  if (own !== undefined) {
    throw new MigrationError(
      `The node shows ${own}, the transaction of step ${step}, in a block, but returns no receipt of it. ` +
        "Nothing more was sent. It may have removed old receipts: run the same command again with another node.",
    );
  }
  // A chain may have a kind of transaction of its own, of which the signature cannot be checked here.
  const named = user && ` It names ${user.hash}, which cannot be shown to be the account's.`;
  throw new MigrationError(
    `Nonce ${nonce} of ${from} is used, but the node returns neither step ${step} nor another transaction that ` +
      `used it and that the account signed.${named ?? ""} Nothing more was sent. ` +
      (warning?.message ?? "Run the same command again later, or with another node."),
  );
}

export function missingNonce(step: string, from: string, nonce: number): MigrationError {
  return new MigrationError(
    `Step ${step} cannot be mined: a transaction of ${from} with nonce ${nonce}, not part of this migration, was ` +
      "pending and has disappeared. Send it again, or another one with that nonce, then run the same command again.",
  );
}
