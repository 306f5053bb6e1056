import { dataSlice, getAddress, id, ZeroAddress } from "ethers";

import { SELECTOR, TRANSFER } from "../../../foundation/chain/erc20.js";
import type { Inspection, Inspected } from "../../../engine/inspect/description.js";
import { attempt, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Contract } from "../../../engine/inspect/reading/contract.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import { keptCalls } from "../../../foundation/chain/raw-call.js";
import type { BalanceChange } from "../simulation.js";

/** `transfer` and `transferFrom`, with the words of the call data that are accounts. */
const MOVES: Readonly<Record<string, readonly number[]>> = {
  [SELECTOR.transfer]: [0],
  [SELECTOR.transferFrom]: [0, 1],
};
/** Most calls of tokens without events whose balances are read. */
const MOST_CALLS = 100;
const REPUTATION = [id("Mint(address,uint256)"), id("Burn(address,uint256)")];

/**
 * How transactions changed balances, without their fees. Ether comes from the values of calls. For tokens and
 * reputation, reads the balances of all accounts that the contracts' events name, and the calls of tokens without events.
 * @param before number of the last block before the transactions
 * @param last number of the last block with them; default: the last one
 */
export async function readBalanceChanges(
  chain: ForkedChain,
  { reputation, avatar }: Inspection,
  tried: readonly TriedTransaction[],
  before: number,
  last?: number,
): Promise<readonly BalanceChange[]> {
  const head = last ?? (await chain.head());
  const reader = await chain.reader();
  const ether = new Map<string, bigint>();
  for (const { type, from, to, value = "0x0" } of tried.flatMap(({ trace }) => keptCalls(trace))) {
    const amount = type === "DELEGATECALL" || type === "CALLCODE" ? 0n : BigInt(value);
    if (to === undefined || amount === 0n) continue;
    for (const [account, change] of [[from, -amount] as const, [to, amount] as const]) {
      const address = getAddress(account);
      ether.set(address, (ether.get(address) ?? 0n) + change);
    }
  }
  const moved = [...ether].filter(([, amount]) => amount !== 0n);
  const ofEther = await Promise.all(
    moved.map(async ([account, amount]): Promise<BalanceChange> => {
      const after = await reader.balance(account);
      const change = { before: String(after - amount), after: String(after) };
      return { account, kind: "ether", ...change };
    }),
  );
  const ofTokens = await Promise.all(
    [...holdersOf(tried, reputation.contract.address)].map(async ([token, { accounts, kind }]) => {
      const [then, now] = [chain.token(token, before), chain.token(token, head)];
      const changes: BalanceChange[] = [];
      // One after the other, so that a token that does not answer is asked only once for each block.
      for (const account of accounts) {
        const of = async (at: Contract): Promise<Inspected<string>> =>
          await attempt(async () => String(await at.value("balanceOf", account)));
        const [was, is] = [await of(then), await of(now)];
        if (was !== is) changes.push({ account, kind, token, before: was, after: is });
      }
      return changes;
    }),
  );
  const order = (change: BalanceChange): string =>
    `${change.account === avatar.address ? 0 : 1} ${change.account} ${change.token ?? ""}`;
  return [...ofEther, ...ofTokens.flat()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** By how much a balance changed; undefined if it was not read. */
export function differenceOf({
  before,
  after,
}: Pick<BalanceChange, "before" | "after">): bigint | undefined {
  return isNotRead(before) || isNotRead(after) ? undefined : BigInt(after) - BigInt(before);
}

/** Accounts whose balances changed according to events, by token. */
function holdersOf(
  tried: readonly TriedTransaction[],
  reputation: string,
): ReadonlyMap<string, Holders> {
  const holders = new Map<string, Holders>();
  const add = (token: string, kind: Holders["kind"], accounts: readonly string[]): void => {
    const known = holders.get(token) ?? { kind, accounts: new Set() };
    for (const account of accounts) if (account !== ZeroAddress) known.accounts.add(account);
    holders.set(token, known);
  };
  for (const { address, topics } of tried.flatMap(({ logs }) => logs)) {
    const token = getAddress(address);
    // The last topic of an NFT's is its number.
    const isNft = topics[0] === TRANSFER && topics.length === 4;
    const isTransfer = isNft || (topics[0] === TRANSFER && topics.length === 3);
    const isReputation = token === reputation && REPUTATION.includes(topics[0] ?? "");
    if (!isTransfer && !isReputation) continue;
    const named = topics.slice(1, 3).map((topic) => getAddress(dataSlice(topic, 12)));
    add(token, isReputation ? "reputation" : isNft ? "nft" : "token", named);
  }
  // The calls that move tokens, by any caller, and whatever the token says.
  const silent = tried.flatMap(({ trace }) =>
    keptCalls(trace).flatMap(({ from, to, input }) => {
      const words = MOVES[input.slice(0, 10)];
      if (words === undefined || to === undefined || input.length < 138) return [];
      const named = words.map((word) => dataSlice(input, 16 + 32 * word, 36 + 32 * word));
      const accounts = [from, ...named].map((each) => getAddress(each));
      return holders.has(getAddress(to)) ? [] : [{ token: getAddress(to), accounts }];
    }),
  );
  for (const { token, accounts } of silent.slice(0, MOST_CALLS)) add(token, "token", accounts);
  return holders;
}

interface Holders {
  readonly kind: BalanceChange["kind"];
  readonly accounts: Set<string>;
}
