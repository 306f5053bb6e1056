import { getCreateAddress } from "ethers";

import type { SentTransaction } from "../../../foundation/chain/sent-transactions.js";
import { delegateWarning } from "../../../foundation/chain/who-may-sign.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { callOf, codeHash, transactionsOf, type Planned } from "../steps/plan.js";
import type { Offered } from "../steps/done-before.js";
import type { StepLedger } from "../steps/step-ledger.js";
import type { SendingContext } from "./context.js";
import { outcomeOf } from "./outcome.js";

type Context = Pick<SendingContext, "target" | "journal" | "confirmations">;

/** What accounts sent that their journal does not know. */
export interface SentBefore {
  readonly offered: readonly Offered[];
  readonly unseen: readonly Unseen[];
}

/** A transaction that the node does not show, as it lacks the state of earlier blocks, or whose receipt it lacks. */
interface Unseen {
  readonly from: string;
  readonly nonce: number;
  /** Hash of what it did; absent if it is not shown. */
  readonly call?: string;
}

/**
 * Finds what the accounts of a migration sent that is not in its journal. The chain is the record of what was done, the
 * journal only a copy of it: its end may be missing, it may be an old copy, or the whole file is gone. Each transaction
 * is known by the bytes that the account signed.
 * @param ledger the journal's mined steps
 */
export async function findSentBefore(context: Context, ledger: StepLedger): Promise<SentBefore> {
  const { nonces } = context.journal.header;
  const all = await Promise.all(
    Object.keys(nonces).map(async (account) => await findOf(context, account, ledger)),
  );
  return {
    offered: all.flatMap(({ offered }) => offered),
    unseen: all.flatMap(({ unseen }) => unseen),
  };
}

async function findOf(
  { target, journal, confirmations }: Context,
  account: string,
  ledger: StepLedger,
): Promise<SentBefore> {
  const isMined = (step: string) => ledger.has(step);
  const before = (end: number) => noncesToLookAt(journal, isMined, account, end);
  let end = await target.minedCount(account);
  // A reorganization may drop the last, and later ones that wait for them.
  if (before(end).length > 0) end = await target.settledCount(account, confirmations);
  const all = before(end);
  journal.searched.set(account, Math.max(end, journal.searched.get(account) ?? 0));
  const [first] = all;
  if (first === undefined) return { offered: [], unseen: [] };
  const shown = await target.transactionsOf(
    account,
    { first, end },
    journal.firstBlockOf(account, first),
  );
  const seen = new Set(shown.map(({ nonce }) => nonce));
  const found = await Promise.all(
    mayBeSteps(journal, isMined, shown).map(async (each) => await offerOf(target, account, each)),
  );
  const hidden = all.filter((nonce) => !seen.has(nonce));
  return {
    offered: found.flatMap(({ offered }) => offered),
    unseen: [
      ...hidden.map((nonce) => ({ from: account, nonce })),
      ...found.flatMap(({ unseen }) => unseen),
    ],
  };
}

/** A transaction that reverted is no step. */
async function offerOf(target: Context["target"], from: string, sent: Signed): Promise<SentBefore> {
  const { hash, nonce, raw, to } = sent;
  const receipt = await target.minedReceipt(hash);
  const signed = { from, nonce, call: callOf(sent), hash, raw };
  if (receipt === null) return { offered: [], unseen: [{ from, nonce, call: signed.call }] };
  const { mined } = outcomeOf({ step: hash, ...signed }, { ...receipt, transactionHash: hash });
  const paid = sent.data === "0x" && sent.value > 0n ? to : undefined;
  return {
    offered: [...mined.values()].map((result) => ({ ...signed, to, paid, result })),
    unseen: [],
  };
}

/** The most transactions to look at that an account sent before there was a journal: about two migrations. */
const MOST = 256;

/** A transaction that this package can have signed. */
type Signed = SentTransaction & { readonly raw: string };

/** The nonces of an account, below one, that may be of steps which the journal lost. */
function noncesToLookAt(
  journal: Context["journal"],
  isMined: (step: string) => boolean,
  account: string,
  end: number,
): readonly number[] {
  const done = new Set(journal.noncesOf(account, isMined));
  const start =
    journal.beginOf(account) ?? journal.searched.get(account) ?? Math.max(0, end - MOST);
  const nonces = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  return nonces.filter((nonce) => !done.has(nonce));
}

/**
 * Those of an account's transactions that may be steps which the journal lost: this package can have signed them, and they
 * are before another migration that begins with what the journal has already. That one is not continued. If the journal's
 * first step is not mined, it is that step, done again.
 */
function mayBeSteps(
  journal: Context["journal"],
  isMined: (step: string) => boolean,
  sent: readonly SentTransaction[],
): readonly Signed[] {
  const unknown = sent.filter(
    (each): each is Signed => each.raw !== undefined && !journal.knows(each.hash),
  );
  const [first] = journal.steps;
  const begun = first === undefined || !isMined(first) ? [] : journal.transactions(first);
  // One with the same nonce is the step itself, replaced by a wallet.
  const isReplaced = ({ nonce }: SentTransaction) => begun.some((own) => own.nonce === nonce);
  const next = unknown.findIndex((each) => journal.everSigned(callOf(each)) && !isReplaced(each));
  const again = unknown[next];
  const isBegun = again !== undefined && begun.some(({ call }) => call === callOf(again));
  return isBegun ? unknown.slice(0, next) : unknown;
}

/**
 * Refuses to continue if the node does not show a transaction that an account sent after its first step, or in which it
 * made one of the plan's contracts.
 * @throws MigrationError naming the account and the nonce
 */
export async function requireSeen(
  { target, journal }: Pick<Context, "target" | "journal">,
  { unseen }: SentBefore,
  plan: readonly Planned[],
): Promise<void> {
  const steps = transactionsOf(plan);
  const codes = steps.flatMap(({ codes = [] }) => codes.map(({ hash }) => hash));
  const calls = steps.filter(({ wantsLogs }) => wantsLogs === true).map(({ call }) => call);
  const isAfterFirst = ({ from, nonce }: Unseen) => nonce >= (journal.beginOf(from) ?? Infinity);
  const isMade = await Promise.all(
    unseen.map(async (each) => {
      const { from, nonce, call } = each;
      if (isAfterFirst(each)) return true;
      if (call !== undefined && calls.includes(call)) return true;
      const code = await target.code(getCreateAddress({ from, nonce }));
      return code !== "0x" && codes.includes(codeHash(code));
    }),
  );
  const index = isMade.indexOf(true);
  const found = unseen[index];
  if (found === undefined) return;
  const { from, nonce, call } = found;
  if (call !== undefined) {
    throw new MigrationError(
      `The account ${from} has sent a transaction with nonce ${nonce} that may be a step of this migration, but the node ` +
        "does not return its receipt. Nothing was signed or sent. Run the same command again later, or with another node.",
    );
  }
  const what = isAfterFirst(found)
    ? `has sent a transaction with nonce ${nonce} that is not in the journal, and the node does not return it. It may be ` +
      "a step of this migration."
    : `has already made the contract ${getCreateAddress({ from, nonce })} (nonce ${nonce}), as a step of this migration ` +
      "would, but no journal has it, and the node does not return that transaction.";
  const warning = await delegateWarning(target, from);
  throw new MigrationError(
    `The account ${from} ${what} Nothing was signed or sent. ` +
      (warning?.message ??
        "Use a node that keeps older state (an archive node), or pass --restart to leave the migration unfinished and " +
          "start over."),
  );
}
