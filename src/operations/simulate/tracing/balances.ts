import { dataSlice, getAddress, id, ZeroAddress } from "ethers";

import { ERC20 } from "../../../foundation/chain/erc20.js";
import type { Inspection, Read } from "../../../engine/inspect/description.js";
import { attempt } from "../../../engine/inspect/reading/attempt.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";
import type { RawCall } from "../chain/raw-call.js";
import type { BalanceChange } from "../simulation.js";

const TRANSFER = id("Transfer(address,address,uint256)");
const REPUTATION = [id("Mint(address,uint256)"), id("Burn(address,uint256)")];

/**
 * How transactions changed balances, without their fees. Ether comes from the values of calls. For tokens and
 * reputation, reads the balances of all accounts that the contracts' events name.
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
  for (const { trace } of tried) addEther(trace, ether);
  const moved = [...ether].filter(([, amount]) => amount !== 0n);
  const ofEther = await Promise.all(
    moved.map(async ([account, amount]): Promise<BalanceChange> => {
      const after = await reader.balance(account);
      const change = { before: String(after - amount), after: String(after) };
      return { account, kind: "ether", ...change };
    }),
  );
  const ofTokens = await Promise.all(
    [...pairsOf(tried, reputation.contract.address)].map(async (pair) => {
      const [token, account] = pair.split(" ") as [string, string];
      const at = async (block: number): Promise<Read<string>> =>
        await attempt(async () =>
          String((await chain.read(token, ERC20, "balanceOf", [account], block))[0]),
        );
      const [was, is] = await Promise.all([at(before), at(head)]);
      if (was === is) return [];
      const kind = token === reputation.contract.address ? "reputation" : "token";
      return [{ account, kind, token, before: was, after: is } satisfies BalanceChange];
    }),
  );
  const order = (change: BalanceChange): string =>
    `${change.account === avatar.address ? 0 : 1} ${change.account} ${change.token ?? ""}`;
  return [...ofEther, ...ofTokens.flat()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Adds up the ether that calls moved. A failed call moved nothing, and neither did the calls inside it. */
function addEther(call: RawCall, ether: Map<string, bigint>): void {
  const { type, from, to, value, error, calls = [] } = call;
  if (error !== undefined) return;
  const amount = BigInt(value ?? "0x0");
  if (amount > 0n && to !== undefined && type !== "DELEGATECALL" && type !== "CALLCODE") {
    for (const [account, sign] of [[from, -1n] as const, [to, 1n] as const]) {
      const address = getAddress(account);
      ether.set(address, (ether.get(address) ?? 0n) + sign * amount);
    }
  }
  for (const each of calls) addEther(each, ether);
}

/** Tokens and accounts whose balances changed according to events, as `token account`. */
function pairsOf(tried: readonly TriedTransaction[], reputation: string): Set<string> {
  const pairs = new Set<string>();
  for (const { address, topics } of tried.flatMap(({ logs }) => logs)) {
    const token = getAddress(address);
    const isTransfer = topics[0] === TRANSFER && topics.length === 3;
    const isReputation = token === reputation && REPUTATION.includes(topics[0] ?? "");
    if (!isTransfer && !isReputation) continue;
    for (const topic of topics.slice(1)) {
      const account = getAddress(dataSlice(topic, 12));
      if (account !== ZeroAddress) pairs.add(`${token} ${account}`);
    }
  }
  return pairs;
}
