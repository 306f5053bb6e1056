import { parseEther, toQuantity } from "ethers";

import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { ask } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { gasLimitOf } from "../../../foundation/chain/gas-limit.js";
import type { Conditions } from "../chain/conditions.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Act } from "../passing/decide-on-fork.js";

/** Holders to look at for an account that could send a transaction. */
const MOST_LOOKED_AT = 10;
/** What every sender has in the first run, wei. */
export const USUAL_BALANCE = parseEther("0.2718");

/** An account that could send what anybody may send: a holder of reputation with a key, if possible with ether. */
export async function findSender(
  chain: ForkedChain,
  { reputation }: Pick<Inspection, "reputation">,
): Promise<string | undefined> {
  const holders = ifRead(reputation.holders) ?? [];
  const reader = await chain.reader();
  const candidates = await Promise.all(
    holders.slice(0, MOST_LOOKED_AT).map(async ({ account }) => {
      const [code, ether] = await Promise.all([reader.code(account), reader.balance(account)]);
      return { account, isSender: code === "0x", isPoor: ether === 0n };
    }),
  );
  const senders = candidates.filter(({ isSender }) => isSender);
  return (senders.find(({ isPoor }) => !isPoor) ?? senders[0])?.account;
}

/** Longest time to let pass, and the time if a proposal has no deadline: two months in seconds. */
const MOST_LATER = 60 * 86_400;
/** Longest time between blocks, in seconds: test chains make none for hours. */
const LONGEST_INTERVAL = 60;

/**
 * The conditions under which to carry a proposal out again: soon after, with the gas that a wallet estimates, and shortly
 * before the deadline, with as little gas as it takes.
 * @param acts what was done under the usual conditions
 */
export async function conditionsToTry(
  chain: ForkedChain,
  { deadline }: Pick<ProposalDescription, "deadline">,
  acts: readonly Act[],
): Promise<readonly Conditions[]> {
  const { origin } = chain;
  const before = toQuantity(Math.max(0, Number(origin.number) - 1));
  const parent = await ask<RpcBlock | null>(chain.provider, "eth_getBlockByNumber", before, false);
  const since = Number(origin.timestamp) - Number(parent?.timestamp ?? origin.timestamp);
  const interval = Math.min(Math.max(since, 1), LONGEST_INTERVAL);
  const end = ifRead(deadline) ?? Infinity;
  // In the last tenth, voting may take longer than what is left.
  const left = Math.floor(((end - chain.time) * 9) / 10);
  const later = Math.min(Math.max(left, interval), MOST_LATER);
  return [
    {
      gas: estimatedFrom(acts, gasLimitOf(BigInt(origin.gasLimit))),
      ...{ time: { before: 3 * interval, between: interval }, blocks: 3 },
      balance: parseEther("0.4371"),
    },
    {
      gas: "least",
      ...{ time: { before: later, between: MOST_LATER }, blocks: Math.ceil(later / interval) },
      balance: parseEther("2.1093"),
    },
  ];
}

/** Half as much again as each kind of transaction took before, as wallets offer. */
function estimatedFrom(acts: readonly Act[], most: bigint): Conditions["gas"] {
  const used = new Map<string, bigint>();
  const keyOf = (to: string | undefined, data: string): string =>
    `${to ?? ""} ${data.slice(0, 10)}`.toLowerCase();
  for (const { tried } of acts) {
    const key = keyOf(tried.to, tried.data);
    const before = used.get(key) ?? 0n;
    used.set(key, tried.gasUsed > before ? tried.gasUsed : before);
  }
  return (to, data) => {
    const gas = used.get(keyOf(to, data));
    const offered = gas === undefined ? most : (gas * 3n) / 2n + 50_000n;
    return offered < most ? offered : most;
  };
}
