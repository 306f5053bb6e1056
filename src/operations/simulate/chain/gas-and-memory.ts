import { dataLength, getAddress, getBytes, toQuantity } from "ethers";

import { identifyCode } from "../../../foundation/arc/known-code.js";
import { delegateOf } from "../../../foundation/chain/proxy.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { Request } from "./conditions.js";
import { callsIn, receiversOf, type RawCall } from "../../../foundation/chain/raw-call.js";
import { stepsOf } from "../../../foundation/chain/code-steps.js";

/** EDR records every step of what it runs: this much, if each step is one of the cheapest, which use 1 gas. */
const BYTES_FOR_GAS = 800;
/** Bytes for everything else. */
const RESERVE = 300 * 2 ** 20;
/** The gas for a trial of what a transaction uses, which records less: 0.9 GB. */
export const TRIAL_GAS = 2_500_000n;
/** The most gas for code that uses up what it gets: 0.9 GB. */
const ENDLESS_GAS = 1_200_000n;

/** If its data takes more, a transaction gets that in addition. */
const MUCH_DATA_GAS = 500_000n;
/** The most gas of a trial whose steps are listed: 0.8 GB, and some ten seconds. */
export const LISTED_GAS = 600_000n;

/** How much gas a transaction may use before the machine runs out of memory, and the process is ended without a word. */
export function affordableGas(available = process.availableMemory()): bigint {
  return BigInt(Math.max(0, Math.floor((available - RESERVE) / BYTES_FOR_GAS)));
}

/**
 * How much gas to give a transaction that runs unproven code, if that uses more the more it gets, or looks at how much
 * is left: less than 2 GB of memory are for. Finds out with little gas. Undefined if it may get all.
 * @param most as much as a block gives, or as there is memory for
 */
export async function endlessGas(
  request: Request,
  transaction: { readonly to?: string; readonly data: string },
  most: bigint,
): Promise<bigint | undefined> {
  const taken = gasOfData(transaction.data);
  if (taken > most) {
    throw new MigrationError(
      `A transaction with ${dataLength(transaction.data)} bytes of data takes ${taken} gas before anything runs, and at most ${most} can be given. ` +
        "Make the description shorter, or split the calls into several proposals.",
    );
  }
  const own = taken > MUCH_DATA_GAS ? taken : 0n;
  const gas = least(most, TRIAL_GAS + own);
  const trace = await traceWith(request, transaction, gas);
  const codeAt = async (address: string): Promise<string> =>
    String(await request("eth_getCode", [address, "latest"]));
  const codes = await unprovenCodes(codeAt, trace);
  // If it uses a tenth of whatever it gets, this is little even if it gets all.
  const isLittle = (BigInt(trace.gasUsed) - own) * 10n < gas - own;
  const knowsGas = async (): Promise<boolean> => {
    type Steps = { structLogs: { op: string }[] };
    const { structLogs } = await traceWith<Steps>(request, transaction, gas, ONLY_STEPS);
    return structLogs.some(
      ({ op }, at) =>
        op === "GAS" && !isPassedOn(structLogs.slice(at + 1, at + 3).map((each) => each.op)),
    );
  };
  const little = least(gas, ENDLESS_GAS + own);
  const isLong = BigInt(trace.gasUsed) > LISTED_GAS + own;
  if (codes.some(readsGas) && (isLong || (await knowsGas()))) return little;
  if (isLittle || codes.length === 0) return undefined;
  const { gasUsed } = await traceWith(request, transaction, (gas * 7n) / 8n);
  return gasUsed === trace.gasUsed ? undefined : little;
}

/** The trace of a transaction that gets this much gas in the next block, and is not sent. */
export async function traceWith<Trace = RawCall>(
  request: Request,
  transaction: object,
  gas: bigint,
  options: object = { tracer: "callTracer" },
): Promise<Trace> {
  const call = { ...transaction, gas: toQuantity(gas) };
  return (await request("debug_traceCall", [call, "pending", options])) as Trace;
}

/** What a transaction costs before anything runs: at least 10 gas for a zero byte and 40 for another (EIP-7623). */
export function gasOfData(data: string): bigint {
  return getBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 10n : 40n), 21_000n);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export const ONLY_STEPS = { disableMemory: true, disableStack: true, disableStorage: true };

/** The unproven code that a transaction runs. What is deployed by it alone is the caller's own. */
export async function unprovenCodes(
  codeAt: (address: string) => Promise<string>,
  trace: RawCall,
): Promise<readonly string[]> {
  if (trace.type.startsWith("CREATE")) return [];
  const codeRunAt = async (address: string): Promise<string> => {
    const code = await codeAt(address);
    // An account may run the code of a contract (EIP-7702).
    const delegate = delegateOf(code);
    return delegate === undefined ? code : await codeAt(getAddress(delegate));
  };
  const isUnproven = (code: string): boolean => code !== "0x" && identifyCode(code) === undefined;
  const called = await Promise.all([...new Set(receiversOf(trace))].map(codeRunAt));
  const unproven = called.filter(isUnproven);
  // What creates contracts is in no table; Arc's factories create only Arc's.
  if (unproven.length === 0) return [];
  const created = callsIn(trace).flatMap(({ type, input, output = "0x" }) =>
    type.startsWith("CREATE") ? [input, output] : [],
  );
  return [...unproven, ...created.filter(isUnproven)];
}

const CALLS: Readonly<Record<number, string>> = {
  ...{ 0xf1: "CALL", 0xf2: "CALLCODE", 0xf4: "DELEGATECALL", 0xfa: "STATICCALL" },
};
const [GAS, SUB] = [0x5a, 0x03];

/** Whether code looks at how much gas is left other than to pass it on in a call. */
function readsGas(code: string): boolean {
  for (const { step, next } of stepsOf(code)) {
    const names = next.map((each) => (each === SUB ? "SUB" : (CALLS[each] ?? "")));
    if (step === GAS && !isPassedOn(names)) return true;
  }
  return false;
}

/** Whether these steps after `GAS` only pass it on. Early compilers subtract what the call itself costs. */
function isPassedOn([next = "", then = ""]: readonly string[]): boolean {
  return Object.values(CALLS).includes(next === "SUB" ? then : next);
}
