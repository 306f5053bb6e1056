import { getCreateAddress } from "ethers";

import type { SentTransaction } from "../../../foundation/chain/sent-transactions.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { callOf, codeHash, transactionsOf, type Planned } from "../steps/plan.js";
import type { Offered, StepLedger } from "../steps/step-ledger.js";
import type { SendingContext } from "./context.js";
import { outcomeOf } from "./outcome.js";

/** The most transactions to look at that an account sent before there was a journal: about two migrations. */
const MOST = 256;

type Context = Pick<SendingContext, "target" | "journal">;

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
 * @param isResumed whether the journal says where its steps begin; otherwise any of the account's may be one
 */
export async function findSentBefore(
  context: Context,
  ledger: StepLedger,
  isResumed = context.journal.isResumed,
): Promise<SentBefore> {
  const { nonces } = context.journal.header;
  const all = await Promise.all(
    Object.keys(nonces).map(async (account) => await findOf(context, account, ledger, isResumed)),
  );
  return {
    offered: all.flatMap(({ offered }) => offered),
    unseen: all.flatMap(({ unseen }) => unseen),
  };
}

async function findOf(
  { target, journal }: Context,
  account: string,
  ledger: StepLedger,
  isResumed: boolean,
): Promise<SentBefore> {
  const end = await target.minedCount(account);
  const searched = journal.searched.get(account);
  journal.searched.set(account, Math.max(end, searched ?? 0));
  const start = isResumed
    ? firstUnknown(journal, account, ledger, end)
    : (searched ?? Math.max(0, end - MOST));
  const done = new Set(noncesOf(journal, account, (step) => ledger.has(step)));
  const all = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index).filter(
    (nonce) => !done.has(nonce),
  );
  const [first] = all;
  if (first === undefined) return { offered: [], unseen: [] };
  const shown = await target.transactionsOf(
    account,
    { first, end },
    isResumed ? journal.firstBlockOf(account, first) : 0,
  );
  const seen = new Set(shown.map(({ nonce }) => nonce));
  const unknown = shown.filter(({ hash }) => !journal.knows(hash));
  const found = await Promise.all(
    beforeAnother(journal, unknown).map(async (each) => await offerOf(target, account, each)),
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

/**
 * The first nonce of an account that may have been used by a transaction that the journal does not know. If an earlier
 * journal was lost, that may be one that was pending when this one signed its first step.
 * @param end the number of transactions that the account has mined
 */
function firstUnknown(
  journal: Context["journal"],
  account: string,
  ledger: StepLedger,
  end: number,
): number {
  const unmined = noncesOf(journal, account, (step) => !ledger.has(step));
  if (!journal.hasFound) {
    const next = journal.nextSignedNonce(account) ?? journal.header.nonces[account];
    return Math.min(...unmined, next ?? Infinity);
  }
  const known = new Set(noncesOf(journal, account, () => true));
  let first = known.size > 0 ? Math.min(...known) : Math.max(0, end - MOST);
  while (known.has(first)) first++;
  return Math.min(...unmined, first);
}

function noncesOf(
  journal: Context["journal"],
  account: string,
  isWanted: (step: string) => boolean,
): readonly number[] {
  return journal.steps
    .filter(isWanted)
    .flatMap((step) => journal.transactions(step))
    .filter(({ from }) => from === account)
    .map(({ nonce }) => nonce);
}

/** Another migration of the account may begin with what the journal has already: that one is not continued. */
function beforeAnother(
  journal: Context["journal"],
  sent: readonly SentTransaction[],
): readonly SentTransaction[] {
  const [first] = journal.steps;
  const begun = first === undefined ? [] : journal.transactions(first);
  // One with the same nonce is the step itself, replaced by a wallet.
  const isReplaced = ({ nonce }: SentTransaction) => begun.some((own) => own.nonce === nonce);
  const next = sent.findIndex((each) => journal.everSigned(callOf(each)) && !isReplaced(each));
  const again = sent[next];
  if (again === undefined) return sent;
  const begins = begun.some(({ call }) => call === callOf(again));
  return begins ? sent.slice(0, next) : sent;
}

/** A transaction that reverted, or that this package cannot have signed, is no step. */
async function offerOf(
  target: Context["target"],
  from: string,
  sent: SentTransaction,
): Promise<SentBefore> {
  const { hash, nonce, raw } = sent;
  if (raw === undefined) return { offered: [], unseen: [] };
  const receipt = await target.minedReceipt(hash);
  const call = callOf(sent);
  if (receipt === null) return { offered: [], unseen: [{ from, nonce, call }] };
  const { mined } = outcomeOf(
    { step: hash, from, nonce, call, hash, raw },
    { ...receipt, transactionHash: hash },
  );
  const offered = [...mined.values()].map((result) => ({ from, call, nonce, hash, raw, result }));
  return { offered, unseen: [] };
}

/**
 * Refuses to continue if the account made one of the plan's contracts in a transaction that the node does not show, or
 * if a resumed journal may lack any transaction.
 * @throws MigrationError naming the account and the nonce
 */
export async function requireSeen(
  { target, journal }: Context,
  { unseen }: SentBefore,
  plan: readonly Planned[],
): Promise<void> {
  const steps = transactionsOf(plan);
  const codes = steps.flatMap(({ codes = [] }) => codes.map(({ hash }) => hash));
  const calls = steps.filter(({ wantsLogs }) => wantsLogs === true).map(({ call }) => call);
  const isMade = await Promise.all(
    unseen.map(async ({ from, nonce, call }) => {
      if (journal.isResumed || (call !== undefined && calls.includes(call))) return true;
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
  const what = journal.isResumed
    ? `has sent a transaction with nonce ${nonce} that is not in the journal, and the node does not return it. It may be ` +
      "a step of this migration."
    : `has already made the contract ${getCreateAddress({ from, nonce })} (nonce ${nonce}), as a step of this migration ` +
      "would, but there is no journal, and the node does not return that transaction.";
  throw new MigrationError(
    `The account ${from} ${what} Nothing was signed or sent. Use a node that keeps older state (an archive node), or ` +
      "pass --restart to leave the migration unfinished and start over.",
  );
}
