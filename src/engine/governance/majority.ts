import {
  areAlphas,
  requiredPercentage,
  type Rules,
} from "../../foundation/params/stored-vote-parameters.js";
import type { VotingMachineName } from "./voting-machine.js";

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
  return areAlphas(rules) ? (supply * percent) / 100n : (supply / 100n) * percent;
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
