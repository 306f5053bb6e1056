import { parseEther } from "ethers";

import type { Inspection } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Conditions } from "../chain/conditions.js";
import type { ForkedChain } from "../chain/forked-chain.js";

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
export async function findSenders(
  chain: ForkedChain,
  { reputation }: Pick<Inspection, "reputation">,
): Promise<readonly string[]> {
  const holders = isNotRead(reputation.holders) ? [] : reputation.holders;
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
