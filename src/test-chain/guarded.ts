import type { RequestArguments } from "hardhat/types/providers";

import { nodeAccounts } from "../foundation/chain/provider.js";
import { INVALID_PARAMS, RpcError, UnsupportedMethodError } from "../foundation/chain/rpc-error.js";
import { kindOf } from "../foundation/chain/simulated-methods.js";
import { isObject } from "../foundation/support/is-object.js";
import { withRequest, type ServedProvider } from "./options.js";
import { refuseIfStuck } from "./stuck.js";

/** Seconds; some 35,000 years, so that no sum of times exceeds 64 bits. */
const MOST_SECONDS = 2n ** 40n;
/** The highest block number. EDR iterates over every block of a filter's range, which takes 2 s for this many. */
const HIGHEST_BLOCK = 2n ** 28n;
/** Gas limit of a block. An endless loop uses all of it, and the chain answers nothing else meanwhile. */
const MOST_GAS = 2n ** 30n;
/** Wei per gas. EDR multiplies fees by gas limits of 64 bits, in 128 bits. */
const MOST_FEE = 2n ** 62n;
/** Wei. EDR adds the cost of the gas to it, in 256 bits. */
const MOST_VALUE = 2n ** 255n;

/** The most that a parameter can be: it itself, or a field of it if it is an object. */
type Limit = readonly [name: string, most: bigint, index?: number];

const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "maxFeePerBlobGas"];
const CALL: readonly Limit[] = [
  ["value", MOST_VALUE],
  ...FEES.map((name) => [name, MOST_FEE] as const),
];

/** Parameters that EDR adds or multiplies without checking for overflow. */
const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  evm_increaseTime: [["the seconds", MOST_SECONDS]],
  evm_setNextBlockTimestamp: [["the timestamp", MOST_SECONDS]],
  evm_mine: [["the timestamp", MOST_SECONDS]],
  evm_setBlockGasLimit: [["the gas limit", MOST_GAS]],
  hardhat_setNextBlockBaseFeePerGas: [["the base fee", MOST_FEE]],
  debug_traceCall: CALL,
  eth_call: CALL,
  eth_estimateGas: CALL,
  eth_sendTransaction: CALL,
  eth_getLogs: [["fromBlock", HIGHEST_BLOCK]],
  // A filter also covers future blocks; eth_getLogs only existing ones.
  eth_newFilter: [
    ["fromBlock", HIGHEST_BLOCK],
    ["toBlock", HIGHEST_BLOCK],
  ],
  eth_subscribe: [
    ["fromBlock", HIGHEST_BLOCK, 1],
    ["toBlock", HIGHEST_BLOCK, 1],
  ],
};

/** Milliseconds without a poll after which geth ends a filter, too. */
const PATIENCE = 5 * 60_000;

/** Methods that mine their transaction if automine is on. */
const SENDS = new Set(["eth_sendTransaction", "eth_sendRawTransaction"]);

/** What ganache and geth answer and Hardhat does not; libraries of their time ask for it to see whether a node is there. */
const CONSTANT: Readonly<Record<string, unknown>> = {
  net_listening: true,
  net_peerCount: "0x0",
  eth_mining: true,
  eth_hashrate: "0x0",
  eth_protocolVersion: "0x41",
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Rejects requests that would end a chain's process or keep it busy forever. EDR panics on overflow, and anybody on the
 * network may be able to reach a test chain. The limits were found by sending odd values to every method
 * (test/test-chain/fuzz.long.ts).
 */
export function guarded(provider: ServedProvider): ServedProvider {
  const polled = filtersOf(provider);
  return withRequest(provider, async (asked) => {
    if (Object.hasOwn(CONSTANT, asked.method)) return CONSTANT[asked.method];
    if (asked.method === "personal_unlockAccount") return await isOwn(provider, asked);
    const request = inHardhatsWords(asked);
    await refuse(provider, request);
    const result = await provider.request(await endingAtHead(provider, request));
    polled(request, result);
    return result;
  });
}

/** Ends filters that nobody polls. EDR adds each block's events to all of them, for as long as the chain runs. */
function filtersOf(provider: ServedProvider) {
  const timers = new Map<number, NodeJS.Timeout>();
  const forget = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const keep = (id: number): void => {
    forget(id);
    const end = () => {
      forget(id);
      const params = [`0x${id.toString(16)}`];
      provider.request({ method: "eth_uninstallFilter", params }).catch(() => {});
    };
    timers.set(id, setTimeout(end, PATIENCE).unref());
  };
  return ({ method, params }: RequestArguments, result: unknown): void => {
    // A client may write the number in another way than the chain.
    const id = Number((params as readonly unknown[] | undefined)?.[0]);
    if (/^eth_new\w*Filter$/.test(method)) keep(Number(result));
    else if (method.startsWith("eth_getFilter") && timers.has(id)) keep(id);
    else if (method === "eth_uninstallFilter") forget(id);
  };
}

/** A request of web3.js 1.x, which names accounts as geth does and passes a password with each signature. */
function inHardhatsWords({ method, params }: RequestArguments): RequestArguments {
  if (method === "personal_listAccounts") return { method: "eth_accounts" };
  const hasPassword = method === "personal_sign" && Array.isArray(params);
  return { method, params: hasPassword ? params.slice(0, 2) : params };
}

/** Whether the chain has the account that a client unlocks; a secure chain has refused a locked one before. */
async function isOwn(provider: ServedProvider, { params }: RequestArguments): Promise<boolean> {
  const [account] = Array.isArray(params) ? (params as unknown[]) : [];
  return (await nodeAccounts(provider)).includes(String(account).toLowerCase());
}

/** @throws RpcError if the request must not reach the chain */
async function refuse(
  provider: ServedProvider,
  { method, params }: RequestArguments,
): Promise<void> {
  if (kindOf(method) === "unknown") throw new UnsupportedMethodError(method);
  const given = Array.isArray(params) ? (params as unknown[]) : [];
  for (const [name, most, index = 0] of LIMITS[method] ?? []) {
    const own = given[index];
    requireAtMost(method, name, isObject(own) ? own[name] : own, most);
  }
  if (method === "hardhat_mine") await limitMining(provider, given);
  if (SENDS.has(method)) await refuseIfStuck(provider, method);
}

/** Ends a range of logs at the last block if it reaches further: the answer is the same. */
async function endingAtHead(
  provider: ServedProvider,
  request: RequestArguments,
): Promise<RequestArguments> {
  const [filter] = Array.isArray(request.params) ? (request.params as unknown[]) : [];
  const { fromBlock, toBlock } = (filter ?? {}) as Fields;
  const last = numberOf(toBlock);
  if (request.method !== "eth_getLogs" || last === undefined) return request;
  const head = BigInt((await provider.request({ method: "eth_blockNumber" })) as string);
  if (last <= head) return request;
  const first = numberOf(fromBlock) ?? 0n;
  const end = `0x${(first > head ? first : head).toString(16)}`;
  return { ...request, params: [{ ...(filter as Fields), toBlock: end }] };
}

async function limitMining(
  provider: ServedProvider,
  [count, interval]: readonly unknown[],
): Promise<void> {
  const method = "hardhat_mine";
  const height = BigInt((await provider.request({ method: "eth_blockNumber" })) as string);
  requireAtMost(method, "the number of blocks", count, HIGHEST_BLOCK - height);
  const seconds = (numberOf(count) ?? 1n) * (numberOf(interval) ?? 1n);
  requireAtMost(method, "the seconds of all blocks together", seconds, MOST_SECONDS);
}

function requireAtMost(method: string, name: string, given: unknown, most: bigint): void {
  const number = numberOf(given);
  if (number === undefined || number <= most) return;
  throw new RpcError(method, { code: INVALID_PARAMS, message: `${name} can be at most ${most}` });
}

/** EDR rejects anything that is not a number. */
function numberOf(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
  return typeof value === "string" && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : undefined;
}
