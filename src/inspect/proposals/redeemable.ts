import { ZeroAddress } from "ethers";

import { machineRewardsOf } from "../../governance/redeem-and-execute.js";
import type { RedeemableDescription } from "../description.js";
import { Unknowable } from "../reading/attempt.js";
import { CallRefused } from "../reading/block-reader.js";
import type { FoundProposal } from "./find-proposals.js";

/**
 * Reads what GenesisProtocol owes proposer, voters and stakers, by calling it for each account.
 * @param isExecuted whether it was decided; otherwise, no bounty is ever paid
 * @throws Unknowable if redeeming fails, because nothing else says what would be redeemed
 */
export async function readRedeemable(
  { id, machine: { contract }, events }: FoundProposal,
  isExecuted: boolean,
): Promise<readonly RedeemableDescription[]> {
  const accounts = new Set(
    events.flatMap(({ values }) =>
      [values._proposer, values._voter, values._staker].filter(
        (account): account is string => typeof account === "string" && account !== ZeroAddress,
      ),
    ),
  );
  const found = await Promise.all(
    [...accounts].map(async (account) => {
      const rewards = (await tried(contract.value("redeem", id, account))) as readonly bigint[];
      const bounty =
        isExecuted && contract.has("redeemDaoBounty")
          ? await tried(contract.read("redeemDaoBounty", id, account))
          : undefined;
      const { stake: stakingTokens, voting, proposing } = machineRewardsOf(rewards);
      const [daoBounty, promised] = [(bounty?.[0] ?? 0n) as bigint, (bounty?.[1] ?? 0n) as bigint];
      return { account, stakingTokens, reputation: voting + proposing, daoBounty, promised };
    }),
  );
  return found
    .filter((each) => each.stakingTokens + each.reputation + each.promised > 0n)
    .map(({ account, stakingTokens, reputation, daoBounty, promised }) => ({
      account,
      stakingTokens: String(stakingTokens),
      reputation: String(reputation),
      daoBounty: String(daoBounty),
      daoBountyPromised: promised === daoBounty ? undefined : String(promised),
    }));
}

async function tried<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof CallRefused)) throw cause;
    throw new Unknowable(`what it owes is unknown because redeeming fails (${cause.message})`, {
      cause,
    });
  }
}
