import { toQuantity } from "ethers";

import { identifyCode } from "../../../foundation/arc/known-code.js";
import { receiversOf, type RawCall } from "./raw-call.js";

/** EDR records every step of what it runs: this much, if each step is one of the cheapest, which use 1 gas. */
const BYTES_FOR_GAS = 800;
/** Bytes for everything else. */
const RESERVE = 300 * 2 ** 20;
/** The gas for a trial of what a transaction uses, which records less: 0.9 GB. */
const TRIAL_GAS = 2_500_000n;
/** The most gas for code that uses up what it gets: 1.1 GB. */
const ENDLESS_GAS = 1_500_000n;

/** How much gas a transaction may use before the machine runs out of memory, and the process is ended without a word. */
export function affordableGas(available = process.availableMemory()): bigint {
  return BigInt(Math.max(0, Math.floor((available - RESERVE) / BYTES_FOR_GAS)));
}

/**
 * How much gas to give a transaction that runs unproven code, if that uses more the more it gets: less than 2 GB of
 * memory are for. Finds out with little gas. Undefined if it may get all.
 * @param most as much as a block gives, or as there is memory for
 */
export async function endlessGas(
  request: (method: string, params: unknown[]) => Promise<unknown>,
  transaction: object,
  most: bigint,
): Promise<bigint | undefined> {
  const gas = most < TRIAL_GAS ? most : TRIAL_GAS;
  const trial = async (limit: bigint): Promise<RawCall> => {
    const call = { ...transaction, gas: toQuantity(limit) };
    const params = [call, "pending", { tracer: "callTracer" }];
    return (await request("debug_traceCall", params)) as RawCall;
  };
  const trace = await trial(gas);
  // If it uses a tenth of whatever it gets, this is little even if it gets all.
  if (BigInt(trace.gasUsed) * 10n < gas) return undefined;
  const codes = await Promise.all(
    [...new Set(receiversOf(trace))].map((to) => request("eth_getCode", [to, "latest"])),
  );
  if (codes.every((code) => code === "0x" || identifyCode(String(code)) !== undefined)) {
    return undefined;
  }
  const { gasUsed } = await trial((gas * 7n) / 8n);
  if (gasUsed === trace.gasUsed) return undefined;
  return gas < ENDLESS_GAS ? gas : ENDLESS_GAS;
}
