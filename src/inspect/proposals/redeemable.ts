import { ZeroAddress } from "ethers";

import type { RedeemableDescription } from "../description.js";
import type { FoundProposal } from "./find-proposals.js";
import { unlessRefused } from "./find-proposals.js";

/** What GenesisProtocol owes those who proposed, voted and staked: it is asked, account by account. */
export async function readRedeemable({
  id,
  machine: { contract },
  events,
}: FoundProposal): Promise<readonly RedeemableDescription[]> {
  const accounts = new Set(
    events.flatMap(({ values }) =>
      [values._proposer, values._voter, values._staker].filter(
        (account): account is string => typeof account === "string" && account !== ZeroAddress,
      ),
    ),
  );
  const found = await Promise.all(
    [...accounts].map(async (account) => {
      const rewards = (await contract.value("redeem", id, account)) as readonly bigint[];
      // The bounty is only paid for proposals that passed, and refused for all others.
      const bounty = contract.has("redeemDaoBounty")
        ? await unlessRefused(() => contract.read("redeemDaoBounty", id, account))
        : undefined;
      const [stakingTokens, reputation] = sums(rewards);
      return { account, stakingTokens, reputation, daoBounty: (bounty?.[0] ?? 0n) as bigint };
    }),
  );
  return found
    .filter((each) => each.stakingTokens + each.reputation + each.daoBounty > 0n)
    .map(({ account, stakingTokens, reputation, daoBounty }) => ({
      account,
      stakingTokens: String(stakingTokens),
      reputation: String(reputation),
      daoBounty: String(daoBounty),
    }));
}

/** From rc.3 on: stake, votes, proposing. Before: tokens and reputation of staker, of voter, proposing. */
function sums(rewards: readonly bigint[]): [stakingTokens: bigint, reputation: bigint] {
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = rewards;
  return rewards.length <= 3 ? [a, b + c] : [a + c, b + d + e];
}
