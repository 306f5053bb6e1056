import { MigrationError } from "../../support/errors.js";
import { callOf, type Planned } from "../steps/plan.js";
import type { SendingContext } from "./context.js";

/** The most transactions to look at, per account. */
const MOST = 100;

/**
 * Refuses to continue with a journal whose end is missing. In that case the chain has transactions of the journal's
 * accounts, with the nonces after the journal's last, that do what the plan is about to do. Transactions of other
 * programs do something else, and another migration starts with steps that this one has already done.
 * @param plan the remaining steps, in order
 * @throws MigrationError naming the step, or if the node does not return the transaction that used a nonce
 */
export async function requireNothingLost(
  { target, journal }: Pick<SendingContext, "target" | "journal">,
  plan: readonly Planned[],
): Promise<void> {
  if (!journal.isResumed) return;
  const steps = plan.filter((planned) => planned.kind === "transaction");
  for (const account of new Set(steps.map(({ from }) => from))) {
    const first = journal.nextNonce(account);
    if (first === undefined) continue;
    const count = await target.transactionCount(account, "latest");
    for (let nonce = first; nonce < Math.min(count, first + MOST); nonce++) {
      const found = await target.transactionOfNonce(account, nonce, journal.header.firstBlock);
      if (found === undefined) throw notShown(account, nonce);
      const call = callOf(found);
      const lost = steps.find((step) => step.from === account && step.call === call);
      if (lost !== undefined) throw endIsGone(lost.step, found.hash);
      if (journal.everSigned(call)) break;
    }
  }
}

function endIsGone(step: string, hash: string): MigrationError {
  return new MigrationError(
    `Step ${step} is on the chain (transaction ${hash}), but not in the journal. The end of the journal is ` +
      "missing. Nothing was signed or sent. Restore the journal from a copy, or pass --restart to leave the migration " +
      "unfinished and start over: everything is redeployed.",
  );
}

function notShown(account: string, nonce: number): MigrationError {
  return new MigrationError(
    `The account ${account} has sent a transaction with nonce ${nonce} that is not in the journal, and the node does ` +
      "not return it. It may be a step of this migration. Nothing was signed or sent. Use a node that keeps older state " +
      "(an archive node), or pass --restart to leave the migration unfinished and start over.",
  );
}
