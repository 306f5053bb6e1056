import { dataSlice, id as keccak, parseEther, parseUnits, toQuantity } from "ethers";

import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { ask } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { gasLimitOf } from "../../../foundation/chain/gas-limit.js";
import type { Conditions } from "../chain/conditions.js";
import { ANYBODY, type ForkedChain } from "../chain/forked-chain.js";
import type { Act } from "../passing/decide-on-fork.js";

/** Holders to look at for an account that could send a transaction. */
const MOST_LOOKED_AT = 10;

/** The conditions of the first run: a holder of reputation sends what anybody may send, and has some ether. */
export async function usualConditions(
  chain: ForkedChain,
  inspection: Pick<Inspection, "reputation">,
): Promise<Conditions> {
  const [anybody] = await findSenders(chain, inspection);
  const sender = anybody === undefined ? undefined : { anybody };
  return { sender, balance: parseEther("0.2718") };
}

/** Accounts that could send what anybody may send: at most two holders of reputation, those with ether first. */
async function findSenders(
  chain: ForkedChain,
  { reputation }: Pick<Inspection, "reputation">,
): Promise<readonly string[]> {
  const holders = ifRead(reputation.holders) ?? [];
  const reader = await chain.reader();
  const candidates = await Promise.all(
    holders.slice(0, MOST_LOOKED_AT).map(async ({ account }) => {
      const [code, ether] = await Promise.all([reader.code(account), reader.balance(account)]);
      return { account, isSender: code === "0x", isPoor: ether === 0n };
    }),
  );
  return candidates
    .filter(({ isSender }) => isSender)
    .sort((a, b) => Number(a.isPoor) - Number(b.isPoor))
    .slice(0, 2)
    .map(({ account }) => account);
}

/** Longest time to let pass, and the time if a proposal has no deadline: two months in seconds. */
const MOST_LATER = 60 * 86_400;
/** Longest time between blocks, in seconds: test chains make none for hours. */
const LONGEST_INTERVAL = 60;

/**
 * The conditions under which to carry a proposal out again: those of another sender soon after, who estimates gas like
 * a wallet, and those of a stranger shortly before the deadline, who gives as little gas as it takes.
 * @param acts what was done under the usual conditions
 */
export async function conditionsToTry(
  chain: ForkedChain,
  inspection: Inspection,
  { deadline, proposer }: Pick<ProposalDescription, "deadline" | "proposer">,
  acts: readonly Act[],
): Promise<readonly Conditions[]> {
  const { origin } = chain;
  const senders = await findSenders(chain, inspection);
  const before = toQuantity(Math.max(0, Number(origin.number) - 1));
  const parent = await ask<RpcBlock | null>(chain.provider, "eth_getBlockByNumber", before, false);
  const since = Number(origin.timestamp) - Number(parent?.timestamp ?? origin.timestamp);
  const interval = Math.min(Math.max(since, 1), LONGEST_INTERVAL);
  const end = ifRead(deadline) ?? Infinity;
  // In the last tenth, voting may take longer than what is left.
  const left = Math.floor(((end - chain.time) * 9) / 10);
  const later = Math.min(Math.max(left, interval), MOST_LATER);
  const limit = BigInt(origin.gasLimit);
  const baseFee = origin.baseFeePerGas === undefined ? undefined : BigInt(origin.baseFeePerGas);
  const voted = acts.findLast(({ stage, tried }) => stage === "vote" && tried.success);
  const votesFirst = voted?.tried.from;
  const gas = estimatedFrom(acts, gasLimitOf(limit));
  const another = [parent?.miner, madeUp("coinbase")].find((each) => each !== origin.miner);
  return [
    {
      gas,
      ...{ time: { before: 3 * interval, between: interval }, blocks: 3 },
      sender: { anybody: senders[1] ?? proposer, votesFirst },
      balance: parseEther("0.4371"),
      fees: { base: baseFee && (baseFee * 9n) / 8n, tip: parseUnits("1.7", "gwei") },
      coinbase: another,
      randomness: keccak("another"),
      blockGasLimit: limit - limit / 1100n,
    },
    {
      gas: "least",
      ...{ time: { before: later, between: MOST_LATER }, blocks: Math.ceil(later / interval) },
      sender: { anybody: madeUp("stranger"), votesFirst },
      balance: parseEther("2.1093"),
      fees: { base: baseFee && baseFee * 2n, tip: parseUnits("0.3", "gwei") },
      coinbase: madeUp("later coinbase"),
      randomness: keccak("later"),
      blockGasLimit: limit + limit / 1100n,
    },
  ];
}

function madeUp(name: string): string {
  return dataSlice(keccak(`${ANYBODY} ${name}`), 12);
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
