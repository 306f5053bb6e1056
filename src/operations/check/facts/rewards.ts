import { totalOf } from "../../../engine/governance/redeem-and-execute.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { readProposals } from "../../../engine/inspect/proposals/read-proposals.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";

/** What proposals gave to an account and took from it since the DAO was made, in wei. */
export interface Rewards {
  readonly tokens: bigint;
  readonly reputation: bigint;
  /** Reputation that was taken away. */
  readonly burnt: bigint;
}

/** An amount that somebody got when the DAO was made, after the rewards that bring it closer to the file's. */
export function afterRewards(got: bigint, should: bigint, given: bigint, taken = 0n): bigint {
  if (got < should) return got + given < should ? got + given : should;
  return got - taken > should ? got - taken : should;
}

/**
 * Adds up the rewards of each account that were paid.
 * @param withUnread whether those count whose progress could not be read, because they may have been paid
 */
export function rewardsIn(
  dao: Pick<Inspection, "proposals">,
  withUnread: boolean,
): (account: string) => Rewards {
  const sums = new Map<string, Rewards>();
  const of = (account: string): Rewards =>
    sums.get(account) ?? { tokens: 0n, reputation: 0n, burnt: 0n };
  for (const { requests, progress } of readProposals(dao, "reward")) {
    if (isNotRead(progress) ? !withUnread : progress.stage !== "done") continue;
    const { tokens, reputation, burnt } = of(requests.beneficiary);
    const change = totalOf(requests, "reputation");
    sums.set(requests.beneficiary, {
      tokens: tokens + totalOf(requests, "nativeTokens"),
      reputation: change < 0n ? reputation : reputation + change,
      burnt: change < 0n ? burnt - change : burnt,
    });
  }
  return of;
}
