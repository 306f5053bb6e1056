import { getAddress, toQuantity, ZeroAddress } from "ethers";

import type { RpcReceipt } from "../../../foundation/chain/rpc-types.js";
import type { Conditions, Request } from "./conditions.js";
import { leastGas } from "./least-gas.js";
import { endlessGas, least } from "./gas-and-memory.js";
import { innermostReason, type RawCall } from "../../../foundation/chain/raw-call.js";

export interface TransactionToTry {
  readonly from: string;
  /** Absent if the transaction creates a contract. */
  readonly to?: string;
  readonly data: string;
  /** Wei. */
  readonly value?: bigint;
  /** Whether the sender gets the value first, as an account that could have had it. */
  readonly isLent?: boolean;
  /** The most gas; default: what the conditions say, or what the chain gives. */
  readonly gas?: bigint;
  /** When, in UNIX seconds; default: one second after the last block. Sent again, a transaction has another time. */
  readonly at?: number;
}

/** A transaction that was mined on a fork. */
export interface TriedTransaction {
  readonly hash: string;
  readonly from: string;
  /** The created contract's address, if it created one. */
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  readonly success: boolean;
  readonly gasUsed: bigint;
  /** Block number on the fork. */
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  readonly logs: RpcReceipt["logs"];
  readonly trace: RawCall;
  /**
   * The gas that it got, if that is less than the chain gives and it is not known what it does with more: code that runs
   * until its gas is used up takes more memory than there is.
   */
  readonly cutAt?: bigint;
}

interface SendTerms {
  readonly conditions: Conditions;
  /** The most that the chain gives one transaction. */
  readonly gas: bigint;
  /** The most for which there is memory. */
  readonly affordable: bigint;
  /** Timestamp of the block, UNIX seconds. */
  readonly time: number;
}

/**
 * Sends a transaction from any account, mines it and traces its calls. The account gets the fee in advance, and what it
 * did not use is taken back.
 */
export async function sendAndTrace(
  request: Request,
  { from, to, data, value = 0n, isLent = false, gas: wanted }: TransactionToTry,
  { conditions, gas: limit, affordable, time }: SendTerms,
): Promise<TriedTransaction> {
  await request("hardhat_impersonateAccount", [from]);
  const { gas: rule } = conditions;
  const offered = rule === "least" ? undefined : rule?.(to, data);
  const given = least(offered ?? limit, wanted ?? limit);
  const gasPrice = BigInt(String(await request("eth_gasPrice")));
  const missing = (conditions.balance ?? 0n) - (await etherOf(request, from));
  // While the transaction runs, the sender has paid for all its gas.
  const loan = given * gasPrice + (missing > 0n ? missing : 0n);
  await addEther(request, from, isLent ? loan + value : loan);
  await request("evm_setNextBlockTimestamp", [time]);
  const fields = { from, to, data, value: toQuantity(value), gasPrice: toQuantity(gasPrice) };
  const most = least(given, affordable);
  const enough = rule === "least" ? await leastGas(request, fields, most) : undefined;
  const endless = enough ?? (await endlessGas(request, fields, most));
  const gas = endless ?? most;
  const hash = await request("eth_sendTransaction", [{ ...fields, gas: toQuantity(gas) }]).catch(
    (error: unknown) => hashOfFailed(error),
  );
  const receipt = (await request("eth_getTransactionReceipt", [hash])) as RpcReceipt;
  const gasUsed = BigInt(receipt.gasUsed);
  const isCut =
    enough === undefined && gas < given && (endless !== undefined || gasUsed * 10n > gas * 9n);
  await addEther(request, from, gasUsed * gasPrice - loan);
  const tracer = { tracer: "callTracer", tracerConfig: { withLog: true } };
  const trace = (await request("debug_traceTransaction", [hash, tracer])) as RawCall;
  return {
    hash: String(hash),
    from,
    to: to ?? getAddress(receipt.contractAddress ?? ZeroAddress),
    data,
    value,
    success: receipt.status === "0x1",
    gasUsed,
    block: Number(receipt.blockNumber),
    time,
    logs: receipt.logs,
    trace,
    cutAt: isCut ? gas : undefined,
  };
}

/** Why it is not known what a transaction does on the chain; undefined if it is. */
export function whyCut({ to, cutAt }: Pick<TriedTransaction, "to" | "cutAt">): string | undefined {
  if (cutAt === undefined) return undefined;
  return (
    `the call of ${to} got ${cutAt} gas and uses more the more it gets, or looks at how much is left; ` +
    "with all that the chain gives, trying it would take more memory than 2 GB, or than this machine has"
  );
}

/** Why a transaction did not do what it should, or why it is not known whether it does. */
export function failureOf(
  tried: Pick<TriedTransaction, "to" | "cutAt" | "trace">,
): string | undefined {
  return whyCut(tried) ?? innermostReason(tried.trace);
}

async function addEther(request: Request, account: string, amount: bigint): Promise<void> {
  const balance = (await etherOf(request, account)) + amount;
  await request("hardhat_setBalance", [account, toQuantity(balance)]);
}

async function etherOf(request: Request, account: string): Promise<bigint> {
  return BigInt(String(await request("eth_getBalance", [account, "latest"])));
}

/** Hardhat throws if a mined transaction failed; the error contains its hash. */
function hashOfFailed(error: unknown): string {
  const { data, transactionHash } = error as { data?: unknown; transactionHash?: unknown };
  const inside = (data as { transactionHash?: unknown; txHash?: unknown } | undefined) ?? {};
  const hashes = [transactionHash, inside.transactionHash, inside.txHash];
  const hash = hashes.find((each) => typeof each === "string");
  if (hash === undefined) throw error;
  return hash;
}
