import { getAddress } from "ethers";

import { unprovenCodes } from "../chain/gas-and-memory.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import {
  callsIn,
  isPrecompile,
  isRarePrecompile,
  type RawCall,
} from "../../../foundation/chain/raw-call.js";
import { rareLooks } from "../../../foundation/chain/code-steps.js";
import type { Act } from "../passing/decide-on-fork.js";
import { carriedOut, type IsUnproven } from "./doings.js";

/** Contracts that tell hashes of blocks: EIP-2935 and EIP-4788. */
const TELL_HASHES = [
  "0x0000f90827f1c53a10cb7a02335b175320002935",
  "0x000f3df6d732807ef1319fb7b8bb8522d0beac02",
];
const OUT_OF_GAS = /out ?of ?gas/i;
/** EDR's words for steps that the rules of a fork do not have, but later ones may, such as Osaka's `CLZ`. */
const UNKNOWN_STEP = /NotActivated|OpcodeNotFound/;

/**
 * Addresses without code that a proposal looked at or called. A contract may come there later, at an address that is
 * known before (CREATE2), and an account with a key may get a delegate (EIP-7702), in the same transaction if it has to.
 */
export async function codelessIn(
  chain: ForkedChain,
  acts: readonly Act[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { tried } of carriedOut(acts)) {
    const { miner = "" } = await chain.block(tried.block);
    for (const [account, { code = "0x" }] of Object.entries(await chain.seen(tried))) {
      const isKnown = [tried.from, miner].some((each) => each.toLowerCase() === account);
      if (code === "0x" && !isKnown && !isPrecompile(account)) found.add(account);
    }
  }
  return [...found];
}

/** What unproven code looked at that no repetition can try for all values, in words. */
export async function rareLooksIn(
  chain: ForkedChain,
  acts: readonly Act[],
  isUnproven: IsUnproven,
): Promise<readonly string[]> {
  const reader = await chain.reader();
  const codeAt = async (address: string): Promise<string> => await reader.code(address);
  const found = new Set<string>();
  for (const { tried } of carriedOut(acts)) {
    const later = callsIn(tried.trace).find(({ error = "" }) => UNKNOWN_STEP.test(error));
    if (later !== undefined)
      found.add(`what ${getAddress(later.to!)} does by later rules than a fork's`);
    for (const call of await callsByUnproven(tried.trace, isUnproven)) {
      const words = await rareCall(call, codeAt);
      if (words !== undefined) found.add(words);
    }
    const rare = new Map<string, string>();
    for (const code of await unprovenCodes(codeAt, tried.trace))
      for (const each of rareLooks(code, chain.origin)) rare.set(...each);
    if (rare.size === 0) continue;
    const steps = await chain.steps(tried);
    // EDR may call it by its earlier name.
    if (steps?.has("DIFFICULTY") === true) found.add(rare.get("PREVRANDAO") ?? "");
    for (const [name, words] of rare) if (steps?.has(name) ?? true) found.add(words);
  }
  found.delete("");
  return [...found];
}

/** The calls that unproven code makes, and all inside them; of a precompile, the call itself. */
async function callsByUnproven(call: RawCall, isUnproven: IsUnproven): Promise<readonly RawCall[]> {
  const { to, calls = [] } = call;
  if (to !== undefined && (await isUnproven(to)))
    return isRarePrecompile(to) ? [call] : calls.flatMap(callsIn);
  const inside: RawCall[] = [];
  for (const each of calls) inside.push(...(await callsByUnproven(each, isUnproven)));
  return inside;
}

/** What is rare about a call, in words. A payment of ether to somebody without code is not. */
async function rareCall(
  { type, to, input, error = "", value = "0x0" }: RawCall,
  codeAt: (address: string) => Promise<string>,
): Promise<string | undefined> {
  if (to === undefined || type.startsWith("CREATE") || type === "SELFDESTRUCT") return undefined;
  // With more gas, or with what it looks at in the transaction's access list (EIP-2930), it may not.
  if (OUT_OF_GAS.test(error)) return `what a call of ${getAddress(to)} does that runs out of gas`;
  if (TELL_HASHES.includes(to.toLowerCase())) return "the hash of a block";
  if (isRarePrecompile(to)) return `what this chain has at ${getAddress(to)}, and forks do not`;
  if (isPrecompile(to)) return undefined;
  const isPayment = type === "CALL" && input === "0x" && BigInt(value) > 0n;
  if (isPayment || (await codeAt(getAddress(to))) !== "0x") return undefined;
  return `what a contract at ${getAddress(to)} does, where there is no code yet`;
}
