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
  const founders = new Map<string, { tokens: bigint; reputation: bigint }>();
  const amountsOf = (account: string) => {
    const had = founders.get(account) ?? { tokens: 0n, reputation: 0n };
    founders.set(account, had);
    return had;
  };
  const [minted, transferred] = await Promise.all([
    reputation.events(["Mint"]),
    token.events(["Transfer"]),
  ]);
  for (const { log, values } of minted) {
    const [account, amount] = values.toArray() as [string, bigint];
    if (isFounding(log)) amountsOf(account).reputation += amount;
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from === ZeroAddress && isFounding(log)) amountsOf(to).tokens += amount;
  }
  return [...founders].map(([account, { tokens, reputation: own }]) => ({
    account,
    tokens: String(tokens),
    reputation: String(own),
  }));
}
