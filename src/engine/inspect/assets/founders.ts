import { ZeroAddress } from "ethers";

import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { FounderDescription } from "../description.js";
import type { Organization } from "../organization/find-organization.js";

/** Whether a log is earlier than every registration of a scheme, even in the same block. */
export type IsFounding = (log: ChainLog) => boolean;

/**
 * Reads who received tokens or reputation when the DAO was created, in chain order. Until the first scheme was
 * registered, only the creator could mint. In a DAO without schemes, everything was minted by its creator.
 */
export async function readFounders(
  { reputation, token }: Pick<Organization, "reputation" | "token">,
  isFounding: IsFounding,
): Promise<readonly FounderDescription[]> {
  const founders = new Map<string, Record<"tokens" | "reputation", bigint>>();
  const add = (account: string, of: "tokens" | "reputation", amount: bigint): void => {
    const had = founders.get(account) ?? { tokens: 0n, reputation: 0n };
    founders.set(account, { ...had, [of]: had[of] + amount });
  };
  const [minted, transferred] = await Promise.all([
    reputation.events(["Mint"]),
    token.events(["Transfer"]),
  ]);
  for (const { log, values } of minted) {
    const [account, amount] = values.toArray() as [string, bigint];
    if (isFounding(log)) add(account, "reputation", amount);
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from === ZeroAddress && isFounding(log)) add(to, "tokens", amount);
  }
  return [...founders].map(([account, sums]) => ({
    account,
    tokens: String(sums.tokens),
    reputation: String(sums.reputation),
  }));
}
