import { ZeroAddress } from "ethers";

import type { FounderDescription } from "../description.js";
import type { Contract } from "../reading/contract.js";

/**
 * Who was given tokens or reputation before the DAO could decide anything, in the order of the chain.
 * @param until the block of the first proposal; undefined where there is none
 */
export async function readFounders(
  token: Contract,
  reputation: Contract,
  until: number | undefined,
): Promise<readonly FounderDescription[]> {
  const founders = new Map<string, { tokens: bigint; reputation: bigint }>();
  const give = (account: string, amount: { tokens?: bigint; reputation?: bigint }): void => {
    const had = founders.get(account) ?? { tokens: 0n, reputation: 0n };
    founders.set(account, {
      tokens: had.tokens + (amount.tokens ?? 0n),
      reputation: had.reputation + (amount.reputation ?? 0n),
    });
  };
  const [minted, transferred] = await Promise.all([
    reputation.events(["Mint"]),
    token.events(["Transfer"]),
  ]);
  for (const { log, values } of minted) {
    if (log.blockNumber > (until ?? Infinity)) continue;
    const [account, amount] = values.toArray() as [string, bigint];
    give(account, { reputation: amount });
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from !== ZeroAddress || log.blockNumber > (until ?? Infinity)) continue;
    give(to, { tokens: amount });
  }
  return [...founders].map(([account, { tokens, reputation: own }]) => ({
    account,
    tokens: String(tokens),
    reputation: String(own),
  }));
}
