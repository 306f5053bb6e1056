import type { Ballot } from "../../governance/ballot.js";
import { isOpen, sideOf, stateFunctionOf, stateOf } from "../../governance/proposal-state.js";
import type { ProposalState, ProposalSide } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";

/** A proposal's stored state, and the state that it has as soon as anybody calls `execute`. */
export interface StateAndDecision {
  readonly recorded: ProposalState;
  readonly now: ProposalState;
  /** The decision in state `now`. */
  readonly decision?: ProposalSide;
}

interface DecidableProposal {
  readonly ballot: Ballot;
  /** The voting machine. */
  readonly contract: Pick<Contract, "abi" | "address">;
  /** The decision in its events, if it was decided. */
  readonly decided?: ProposalSide;
}

/**
 * Reads a proposal's state. For the current state, it simulates `execute` on the node and reads the state after it, so
 * the machine's own rules decide.
 */
export async function readState(
  reader: Pick<BlockReader, "sequence">,
  { ballot, contract, decided }: DecidableProposal,
): Promise<StateAndDecision> {
  const { id, machine } = ballot;
  const stateFunction = stateFunctionOf(machine);
  const recorded = await ballot.state();
  if (!isOpen(recorded)) {
    return { recorded, now: recorded, decision: decided ?? (await ballot.winningSide()) };
  }
  const functions = ["execute", stateFunction, ...(ballot.isGenesis ? ["winningVote"] : [])];
  const calls = functions.map((name) => ({
    to: contract.address,
    data: contract.abi.encodeFunctionData(name, [id]),
  }));
  const [, after, winner] = await reader.sequence(calls);
  const decode = (name: string, data = "0x"): unknown =>
    contract.abi.decodeFunctionResult(name, data)[0] as unknown;
  const now = stateOf(decode(stateFunction, after?.data), ballot);
  const isDecided = !isOpen(now) && ballot.isGenesis;
  const decision = isDecided ? sideOf(decode("winningVote", winner?.data)) : undefined;
  return { recorded, now, decision };
}
