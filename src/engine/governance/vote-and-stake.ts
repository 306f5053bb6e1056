import type { AbiEntries } from "../../foundation/arc/abi.js";
import { callOf, type FunctionCall } from "./function-call.js";
import { CHOICES, type ProposalSide } from "./proposal-state.js";

/** One account's vote. */
interface Vote {
  readonly id: string;
  readonly voter: string;
  readonly side: ProposalSide | "abstained";
  /** Wei of reputation. Default: all that the voter has; the only possibility up to alpha.58. */
  readonly amount?: bigint;
}

/**
 * The call of a voting machine that votes.
 * @param abi of the voting machine
 */
export function voteCall(abi: AbiEntries, { id, voter, side, amount = 0n }: Vote): FunctionCall {
  return callOf(abi, "vote", {
    _proposalId: id,
    _vote: CHOICES[side],
    _amount: amount,
    _voter: voter,
    // Up to alpha.58, AbsoluteVote takes a voter in an unnamed parameter, and ignores it.
    "": voter,
  });
}

/**
 * The call of GenesisProtocol that stakes, once the staking token's owner has approved the amount.
 * @param amount wei of the staking token
 */
export function stakeCall(id: string, side: ProposalSide, amount: bigint): FunctionCall {
  return { functionName: "stake", args: [id, CHOICES[side], amount] };
}
