import { withTodaysNames } from "../../foundation/params/stored-vote-parameters.js";
import type { Rules, VotingMachineName } from "./voting-machine.js";

/** The votes on a proposal, in wei of reputation. */
export interface Votes {
  readonly for: bigint;
  readonly against: bigint;
}

/**
 * More votes than this decide at once, in wei of reputation. With QuorumVote, these are the votes of both sides. Arc
 * divides first, to prevent overflows; alphas, and QuorumVote up to rc.7, which is up to 99 wei stricter, multiplied
 * first.
 * @param supply the total reputation in the proposal's block
 */
export function majorityOf(supply: bigint, rules: Rules): bigint {
  const percent = requiredPercentage(rules);
  return isAlphas(rules) ? (supply * percent) / 100n : (supply / 100n) * percent;
}

/** Percent of all reputation of which more decides at once. */
export function requiredPercentage(rules: Rules): bigint {
  const percent = rules.queuedVoteRequiredPercentage ?? rules.precReq ?? rules.votePerc;
  if (typeof percent === "bigint" || typeof percent === "number") return BigInt(percent);
  throw new Error("the voting machine stores no required percentage");
}

/** Whether a voting machine has vote parameters: the required percentage is never 0 once it is set. */
export function areSet(stored: Rules): boolean {
  return requiredPercentage(withTodaysNames(stored)) !== 0n;
}

/** Up to alpha.58, vote parameters lack some fields. */
function isAlphas(rules: Rules): boolean {
  const isGenesis = rules.queuedVoteRequiredPercentage !== undefined;
  return (isGenesis ? rules.preBoostedVotePeriodLimit : rules.voteOnBehalf) === undefined;
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
