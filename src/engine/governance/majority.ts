import type { VotingMachineName } from "../../foundation/arc/voting-machines.js";
import type { Rules } from "../../foundation/params/stored-vote-parameters.js";

/** The votes on a proposal, in wei of reputation. */
export interface Votes {
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
  side: keyof Votes,
  bar: bigint,
  votes: Votes,
): bigint {
  if (machine !== "QuorumVote") return bar - votes[side];
  const quorum = bar - votes.for - votes.against;
  const lead = votes[side === "for" ? "against" : "for"] - votes[side];
  return quorum > lead ? quorum : lead;
}
