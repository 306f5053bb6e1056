import { highestPrice, type Fees } from "../../../foundation/chain/fees.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import type { PlannedStep } from "../steps/plan.js";
import { broadcastStep, type Broadcast } from "./broadcast.js";
import { signerFor, type SendingContext } from "./context.js";
import type { FeePolicy } from "./fee-limit.js";
import type { Pending } from "./pending-transaction.js";
import { feesOf, signStep } from "./signing.js";

/** A replacement pays a quarter more than before. */
const RAISE_PERCENT = 125n;
/** Nodes accept a replacement transaction that pays at least a tenth more. */
const LEAST_RAISE_PERCENT = 110n;

type RaiseTerms = Pick<FeePolicy, "raiseAfter">;
/** Unless the terms say otherwise. */
const RAISE_AFTER = 120_000;
/** Transactions per account that are sent again or replaced at a time. Later ones have to wait for them anyway. */
export const HEAD = 16;

/** Whether it is so long ago, in milliseconds, that a fee must be raised. */
export function isStuck(
  since: number,
  now: number,
  { raiseAfter = RAISE_AFTER }: RaiseTerms,
): boolean {
  return now - since >= raiseAfter;
}

/**
 * The transactions whose fees must be raised: since they were signed, nothing of their account was mined for long.
 * @param heads the first `HEAD` of each account
 * @param progress when a transaction of an account was last seen as mined, in milliseconds
 */
export function dueForRaise(
  heads: readonly Pending[],
  progress: ReadonlyMap<string, number>,
  now: number,
  terms: RaiseTerms,
): readonly Pending[] {
  return heads.filter(({ signedAt, latest }) =>
    isStuck(Math.max(signedAt, progress.get(latest.from) ?? 0), now, terms),
  );
}

/** Notes, and returns, whether a node has room for a transaction, but finds its fee too low. Then waiting does not help. */
export function noteRefusal(
  { fees }: Pick<SendingContext, "fees">,
  { held }: Pending,
  answer: Broadcast | undefined,
): boolean {
  if (held || !(answer instanceof RpcError)) return false;
  fees.refuse(answer.message);
  return true;
}

/**
 * Replaces a transaction by one with a higher fee, until the node takes it. At the cap, waits as long again before
 * asking for a higher cap.
 * @param plan the migration's steps, from which the replacement is signed
 */
export async function raiseFee(
  context: SendingContext,
  plan: readonly PlannedStep[],
  entry: Pending,
): Promise<void> {
  const { target, fees: limit, clock } = context;
  for (;;) {
    entry.sentAt = entry.signedAt = clock.now();
    const paid = feesOf(entry.latest);
    const quote = await limit.quote(target.provider);
    const fees = raiseFees(paid, quote.fees, limit.cap);
    if (fees === undefined) {
      const isLate = isStuck((entry.cappedAt ??= clock.now()), clock.now(), limit);
      if (!isLate && (await isTaken(context, entry))) return;
      await limit.makeRoom(entry.latest.step, highestPrice(paid), quote);
      entry.cappedAt = undefined;
      continue;
    }
    await replace(context, plan, entry, fees);
    if (await isTaken(context, entry)) return;
  }
}

/** Whether a higher fee is not needed or would not help: the node took the transaction, or has no room. */
async function isTaken(context: SendingContext, entry: Pending): Promise<boolean> {
  const answer = await broadcastStep(context, entry.latest);
  entry.held = answer === "full";
  return !noteRefusal(context, entry, answer);
}

async function replace(
  context: SendingContext,
  plan: readonly PlannedStep[],
  entry: Pending,
  fees: Fees,
): Promise<void> {
  const { journal, onEvent } = context;
  const { step, from, call, nonce } = entry.latest;
  const planned = plan.find(
    (each) => each.step === step && each.from === from && each.call === call,
  );
  if (planned === undefined) throw notReplaced(entry.latest);
  const { chainId } = context.target.chain;
  const { transactionGasLimit } = journal.header;
  const terms = { chainId, nonce, fees, transactionGasLimit };
  const replacement = await signStep(signerFor(context, from), planned, terms);
  await journal.sign([replacement]);
  entry.latest = replacement;
  const price = highestPrice(fees);
  onEvent({ type: "feeRaised", step, price, transactionHash: replacement.hash });
}

/** For a transaction that only the journal has: only steps that this run rehearsed itself are signed again. */
function notReplaced({ step, from, nonce }: SignedStep): MigrationError {
  return new MigrationError(
    `Step ${step} (nonce ${nonce} of ${from}) is pending with too low a fee. An earlier run signed it, but this run could ` +
      "not rehearse it, so it is not replaced. Wait until it is mined, or cancel it in your wallet with the same " +
      "nonce, then run the same command again.",
  );
}

/**
 * Fees for the replacement of a stuck transaction: a quarter more than before, or the suggested fees if those are
 * higher, up to the cap.
 * @param cap the most that gas may cost, in wei per gas
 * @returns undefined if nodes would not accept any replacement under the cap
 */
export function raiseFees(paid: Fees, suggested: Fees, cap: bigint): Fees | undefined {
  const price = capped(highestPrice(paid), highestPrice(suggested), cap);
  if (price === undefined) return undefined;
  if (paid.type === 0) return { type: 0, gasPrice: price };
  const asked = suggested.type === 0 ? 0n : suggested.maxPriorityFeePerGas;
  const tip = capped(paid.maxPriorityFeePerGas, asked, price);
  return tip === undefined
    ? undefined
    : { type: 2, maxFeePerGas: price, maxPriorityFeePerGas: tip };
}

function capped(paid: bigint, suggested: bigint, cap: bigint): bigint | undefined {
  const raised = (paid * RAISE_PERCENT) / 100n + 1n;
  const wanted = raised > suggested ? raised : suggested;
  const value = wanted < cap ? wanted : cap;
  return value * 100n >= paid * LEAST_RAISE_PERCENT && value > paid ? value : undefined;
}

/**
 * Reports transactions that an earlier run signed for a higher price than this run may pay. They are sent again
 * unchanged: a node may have them, and their nonces cannot be used for anything else.
 */
export function reportHigherFees(
  { fees, onEvent }: Pick<SendingContext, "fees" | "onEvent">,
  unmined: readonly SignedStep[],
): void {
  const prices = unmined.map((signed) => highestPrice(feesOf(signed)));
  const above = prices.filter((price) => price > fees.cap);
  if (above.length === 0) return;
  const price = above.reduce((a, b) => (a > b ? a : b));
  onEvent({ type: "signedAboveCap", count: above.length, price, cap: fees.cap });
}
