import { solidityPackedKeccak256, ZeroAddress } from "ethers";

import type { AbiEntries } from "../../foundation/arc/abi.js";
import type { Rules } from "../../foundation/params/stored-vote-parameters.js";
import { callOf, type FunctionCall } from "./function-call.js";
import { CHOICES, type ProposalSide } from "./proposal-state.js";

/** The only account that may vote under these rules, for every holder; undefined if holders vote for themselves. */
export function speakerOf({ voteOnBehalf }: Rules): string | undefined {
  return typeof voteOnBehalf === "string" && voteOnBehalf !== ZeroAddress
    ? voteOnBehalf
    : undefined;
}

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

/** A stake on one side of a proposal. */
interface Stake {
  readonly id: string;
  readonly side: ProposalSide;
  /** Wei of the staking token. */
  readonly amount: bigint;
}

/**
 * The call of GenesisProtocol that stakes, once the staking token's owner has approved the amount.
 * @param amount wei of the staking token
 */
export function stakeCall(id: string, side: ProposalSide, amount: bigint): FunctionCall {
  return { functionName: "stake", args: [id, CHOICES[side], amount] };
}

/**
 * What an account signs, as a message of Ethereum, so that any other may send its stake.
 * @param machine address of the GenesisProtocol
 * @param nonce the number of stakes that the account has signed there before
 */
export function stakeDigest(machine: string, { id, side, amount }: Stake, nonce: bigint): string {
  return solidityPackedKeccak256(
    ["address", "bytes32", "uint256", "uint256", "uint256"],
    [machine, id, CHOICES[side], amount, nonce],
  );
}

/**
 * The call that stakes for the account that signed {@link stakeDigest}.
 * @param abi of the GenesisProtocol; of its two kinds of signatures, the message's is number 1
 */
export function signedStakeCall(
  abi: AbiEntries,
  { id, side, amount }: Stake,
  nonce: bigint,
  signature: string,
): FunctionCall {
  return callOf(abi, "stakeWithSignature", {
    ...{ _proposalId: id, _vote: CHOICES[side], _amount: amount, _nonce: nonce },
    ...{ _signatureType: 1n, _signature: signature },
  });
}
