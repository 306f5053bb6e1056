import { toQuantity } from "ethers";

import { identifyCode } from "../../../foundation/arc/known-code.js";
import type { Request } from "./conditions.js";
import { least, TRIAL_GAS } from "./gas-and-memory.js";
import type { RawCall } from "./raw-call.js";

/** A call, and the contract whose code made it; none for the transaction itself. */
type Made = readonly [call: RawCall, by?: string];

/**
 * The least gas, to a 32nd, with which no call fails that Arc's code makes: whoever sends a transaction chooses its gas,
 * and unproven code may do something else if a call inside it runs out of that. Undefined if unproven code makes no call.
 */
export async function leastGas(
  request: Request,
  transaction: object,
  most: bigint,
): Promise<bigint | undefined> {
  const codes = new Map<string, Promise<boolean>>();
  const isProven = async (address: string): Promise<boolean> => {
    const identify = async (): Promise<boolean> => {
      const code = String(await request("eth_getCode", [address, "latest"]));
      return identifyCode(code) !== undefined;
    };
    const known = codes.get(address) ?? identify();
    codes.set(address, known);
    return await known;
  };
  const trial = async (limit: bigint): Promise<readonly Made[]> => {
    const call = { ...transaction, gas: toQuantity(limit) };
    const options = { tracer: "callTracer" };
    return madeIn((await request("debug_traceCall", [call, "pending", options])) as RawCall);
  };
  const failures = async (calls: readonly Made[]): Promise<number> => {
    const failed = calls.filter(([{ error }]) => error !== undefined);
    const count = await Promise.all(
      failed.map(async ([, by]) => by === undefined || (await isProven(by))),
    );
    return count.filter(Boolean).length;
  };
  const limit = least(most, TRIAL_GAS);
  const usual = await trial(limit);
  const proven = await Promise.all(usual.map(async ([, by]) => by === undefined || isProven(by)));
  if (proven.every(Boolean)) return undefined;
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
