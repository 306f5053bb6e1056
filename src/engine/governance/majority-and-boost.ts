import { FIXED_POINT } from "../../foundation/arc/fixed-point.js";
import type { VotingMachineName } from "../../foundation/arc/voting-machines.js";
import type { Rules } from "../../foundation/params/stored-vote-parameters.js";

/** Votes on a proposal, in wei of reputation, or stakes, in wei of the staking token. */
export interface Sides {
  readonly for: bigint;
  readonly against: bigint;
}

/** Percent of all reputation of which more decides at once. */
export function requiredPercentage(rules: Rules): bigint {
  const percent = rules.queuedVoteRequiredPercentage ?? rules.precReq ?? rules.votePerc;
  if (typeof percent === "bigint" || typeof percent === "number") return BigInt(percent);
  throw new Error("the voting machine stores no required percentage");
}

/**
 * More votes than this decide at once, in wei of reputation. With QuorumVote, these are the votes of both sides. Arc
 * divides first, to prevent overflows; alphas, and QuorumVote up to rc.7, which is up to 99 wei stricter, multiplied
 * first. What those store lacks a field of later ones.
 * @param supply the total reputation in the proposal's block
 */
export function majorityOf(supply: bigint, rules: Rules): bigint {
  const percent = requiredPercentage(rules);
  const isGenesis = rules.queuedVoteRequiredPercentage !== undefined;
  const laterField = isGenesis ? rules.preBoostedVotePeriodLimit : rules.voteOnBehalf;
  return laterField === undefined ? (supply * percent) / 100n : (supply / 100n) * percent;
}

/** Whether Arc's rounding lowers the majority by a hundredth of a percent, or lets less than 100 % decide. */
export function isRoundedOff(supply: bigint, rules: Rules): boolean {
  const percent = requiredPercentage(rules);
  const lost = supply * percent - majorityOf(supply, rules) * 100n;
  return percent === 100n ? lost > 0n : lost * 100n > supply;
}

/**
 * More further votes for a side than this decide for it at once, if no others vote.
 * @param bar see `majorityOf`
 */
export function missingVotes(
  machine: VotingMachineName,
  side: keyof Sides,
  bar: bigint,
  votes: Sides,
): bigint {
  if (machine !== "QuorumVote") return bar - votes[side];
  const quorum = bar - votes.for - votes.against;
  const lead = votes[side === "for" ? "against" : "for"] - votes[side];
  return quorum > lead ? quorum : lead;
}

/**
 * The value of 1 in the unit of a threshold. Early releases (rc.3, rc.8) count scores and thresholds in whole numbers,
 * later ones (from rc.16 at the latest) in units of 1 / FIXED_POINT. A threshold is never below 1.
 */
export function partsOfOne(threshold: bigint): bigint {
  return threshold < FIXED_POINT ? 1n : FIXED_POINT;
}

/**
 * The amount to stake on a queued proposal until it is pre-boosted, in wei of the staking token: the stakes for it
 * divided by the stakes against it, rounded down, must exceed the threshold. Up to alpha.58, the difference of both
 * must reach the threshold, which is in wei, and the proposal is boosted at once.
 * @param threshold as the contract's `threshold` returns it
 * @returns 0 if the stakes suffice
 */
export function boostingStake(threshold: bigint, stakes: Sides, isAlpha: boolean): bigint {
  const one = partsOfOne(threshold);
  const needed = isAlpha
    ? threshold + stakes.against
    : ((threshold + 1n) * stakes.against + one - 1n) / one;
  const missing = needed - stakes.for;
  return missing > 0n ? missing : 0n;
}
