import { getAddress, Interface, ZeroAddress, zeroPadValue } from "ethers";

import type { Log } from "../../foundation/chain/rpc-types.js";
import { sideOf, type ProposalSide } from "./proposal-state.js";

/** The same in all voting machines from alpha.44 on; before that, the events did not contain the DAO. */
const EVENTS = new Interface([
  "event NewProposal(bytes32 indexed proposalId, address indexed organization, uint256 numOfChoices, address proposer, bytes32 paramsHash)",
  "event ExecuteProposal(bytes32 indexed proposalId, address indexed organization, uint256 decision, uint256 totalReputation)",
]);
/** The topic of the event that a voting machine emits for a new proposal; the ID is the next topic. */
export const NEW_PROPOSAL = EVENTS.getEvent("NewProposal")!.topicHash;
/** The topic of the event that it emits when it decides. */
export const EXECUTED = EVENTS.getEvent("ExecuteProposal")!.topicHash;

/** The organizations that a DAO's proposals name in events, as topics: its avatar and, in alpha.53, their scheme. */
export function organizationTopics(avatar: string, schemes: Iterable<string>): readonly string[] {
  return [avatar, ...schemes].map((each) => zeroPadValue(each, 32));
}

/** A proposal as its voting machine's event describes it. */
export interface NewProposal {
  readonly id: string;
  /** The avatar; in alpha.53, the scheme. */
  readonly organization: string;
  readonly votingMachine: string;
  /** With AbsoluteVote and QuorumVote, the scheme. */
  readonly proposer: string;
  readonly paramsHash: string;
}

/** The proposal that a transaction created, whichever contract it called. */
export function newProposalIn(logs: readonly Log[]): NewProposal | undefined {
  const log = logs.find(({ topics }) => topics[0] === NEW_PROPOSAL);
  if (log === undefined) return undefined;
  const values = EVENTS.decodeEventLog("NewProposal", log.data, log.topics);
  return {
    id: String(values.proposalId),
    organization: String(values.organization),
    votingMachine: getAddress(log.address),
    proposer: String(values.proposer),
    paramsHash: String(values.paramsHash),
  };
}

/** How a transaction decided a proposal, or let it expire; undefined if it did not. */
export function decisionIn(
  logs: readonly Log[],
  { id, votingMachine }: Pick<NewProposal, "id" | "votingMachine">,
): ProposalSide | undefined {
  const log = logs.find(
    ({ address, topics }) =>
      topics[0] === EXECUTED && topics[1] === id && getAddress(address) === votingMachine,
  );
  if (log === undefined) return undefined;
  return sideOf(EVENTS.decodeEventLog("ExecuteProposal", log.data, log.topics).decision);
}

/**
 * The scheme that made a proposal, which the machine calls back. AbsoluteVote and QuorumVote delete a proposal once it
 * is decided; they record their caller as the proposer, which is the scheme.
 * @param stored what the machine stores for it, by field name
 */
export function schemeOf(
  stored: Readonly<Record<string, unknown>>,
  { proposer }: Pick<NewProposal, "proposer">,
): { readonly scheme: string; readonly isDeleted: boolean } {
  const callee = String(stored.callbacks ?? stored.executable ?? stored.organization);
  const isDeleted = callee === ZeroAddress;
  return { scheme: isDeleted ? proposer : callee, isDeleted };
}
