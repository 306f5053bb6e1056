import { getAddress, ZeroAddress } from "ethers";

/**
 * What a reward can pay, in the order of the flags of `redeem`, which is also how ContributionReward numbers it: what
 * it is, what the functions and events that pay it call it after `redeem` or `Redeem`, and the field in which
 * ContributionRewardExt stores it.
 */
export const REWARD_PARTS = [
  { part: "reputation", of: "reputation", paidAs: "Reputation", stored: "reputationChange" },
  { part: "nativeTokens", of: "own token", paidAs: "NativeToken", stored: "nativeTokenReward" },
  { part: "ether", of: "ether", paidAs: "Ether", stored: "ethReward" },
  { part: "externalTokens", of: "token", paidAs: "ExternalToken", stored: "externalTokenReward" },
] as const;

export type RewardPart = (typeof REWARD_PARTS)[number]["part"];

/** The amounts of a reward for one period, as decimal text. */
type Amounts = Readonly<Record<RewardPart, string>>;

/** The parts that a reward asks for. */
export function partsAskedFor(reward: Amounts): readonly RewardPart[] {
  return REWARD_PARTS.map(({ part }) => part).filter((part) => reward[part] !== "0");
}

/** What a part of a reward comes to in all periods; negative for reputation that is taken away. */
export function totalOf(reward: Amounts & { readonly periods: string }, part: RewardPart): bigint {
  return BigInt(reward[part]) * BigInt(reward.periods);
}

/** The token in which a reward's external tokens are paid; undefined if none are, whatever their amount. */
export function externalTokenOf(token: unknown): string | undefined {
  return token === ZeroAddress ? undefined : getAddress(String(token));
}
