import { identifyCode } from "../../../foundation/arc/known-code.js";
import { madeOnce } from "../../../foundation/support/once.js";
import type { Request } from "./conditions.js";
import { least, traceWith, TRIAL_GAS } from "./gas-and-memory.js";
import type { RawCall } from "../../../foundation/chain/raw-call.js";

/** A call, and the contract whose code made it; none for the transaction itself. */
type Made = readonly [call: RawCall, by?: string];

/**
 * Finds the least gas with which no call by Arc's code fails, or up to 1/32 more than that. The sender of a transaction
 * chooses its gas, and unproven code may do something else if one of its calls runs out of it. Returns undefined if
 * unproven code makes no call.
 */
export async function leastGas(
  request: Request,
  transaction: object,
  most: bigint,
): Promise<bigint | undefined> {
  const codes = new Map<string, Promise<boolean>>();
  const isArcs = async ([, by]: Made): Promise<boolean> =>
    by === undefined ||
    (await madeOnce(codes, by, async () => {
      const code = String(await request("eth_getCode", [by, "latest"]));
      return identifyCode(code) !== undefined;
    }));
  const trial = async (limit: bigint): Promise<readonly Made[]> =>
    madeIn(await traceWith(request, transaction, limit));
  const failures = async (calls: readonly Made[]): Promise<number> => {
    const failed = calls.filter(([{ error }]) => error !== undefined);
    return (await Promise.all(failed.map(isArcs))).filter(Boolean).length;
  };
  const limit = least(most, TRIAL_GAS);
  const usual = await trial(limit);
  if ((await Promise.all(usual.map(isArcs))).every(Boolean)) return undefined;
  const before = await failures(usual);
  let [low, high] = [0n, limit];
  while (high - low > high / 32n) {
    const middle = (low + high) / 2n;
    // With too little to begin with, there is no trace.
    const now = await trial(middle).then(failures, () => Infinity);
    if (now > before) low = middle;
    else high = middle;
  }
  return high;
}

function madeIn(call: RawCall, by?: string): readonly Made[] {
  return [[call, by], ...(call.calls ?? []).flatMap((each) => madeIn(each, call.to))];
}
