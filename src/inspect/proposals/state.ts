import { ALPHA_STATES, QUEUE_STATES } from "../../arc/genesis-protocol.js";
import type { ProposalState, Side } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { FoundProposal } from "./find-proposals.js";

/** A proposal's stored state, and the state that it has as soon as anybody calls `execute`. */
export interface StateAndDecision {
  readonly noted: ProposalState;
  readonly now: ProposalState;
  /** The decision in state `now`. */
  readonly decision?: Side;
}

export function isOpen(state: ProposalState): boolean {
  return state !== "executed" && state !== "expiredInQueue";
}

/** A proposal's state, after "it is". */
export const STATE_WORDS: Readonly<Record<ProposalState, string>> = {
  queued: "queued",
  preBoosted: "pre-boosted",
  boosted: "boosted",
  quietEndingPeriod: "in its quiet ending period",
  executed: "decided",
  expiredInQueue: "expired in the queue",
};

/** How a proposal ended, or that it did not, as a sentence that starts in lower case. */
export function endText({
  state,
  decision,
}: {
  readonly state: ProposalState;
  readonly decision?: Side;
}): string {
  if (isOpen(state)) return `it is still ${STATE_WORDS[state]}`;
  if (state === "expiredInQueue") return "it expired in the queue";
  if (decision === undefined) return "it is decided";
  return decision === "for" ? "it passed" : "it was rejected";
}

/**
 * Reads a proposal's state. For the current state, it simulates `execute` on the node and reads the state after it, so
 * the machine's own rules decide.
 */
export async function readState(
  reader: BlockReader,
  {
    id,
    machine: { contract, described },
    events,
  }: Pick<FoundProposal, "id" | "machine" | "events">,
): Promise<StateAndDecision> {
  const isGenesis = described.name === "GenesisProtocol";
  const getter = isGenesis ? "state" : "isVotable";
  const stateOf = (value: unknown): ProposalState => {
    if (!isGenesis) return value === true ? "queued" : "executed";
    const states = contract.has("getProposalTimes") ? QUEUE_STATES : ALPHA_STATES;
    const state = states[Number(value)];
    if (state === undefined || state === "none")
      throw new Error(`the voting machine returns state ${String(value)}`);
    return state;
  };
  const noted = stateOf(await contract.value(getter, id));
  if (!isOpen(noted)) {
    const [decided] = events.filter(({ name }) => name === "ExecuteProposal");
    const decision = sideOf(decided?.values._decision ?? (await winning(contract, id)));
    return { noted, now: noted, ...(decision !== undefined && { decision }) };
  }
  const calls = (isGenesis ? ["execute", getter, "winningVote"] : ["execute", getter]).map(
    (name) => ({ to: contract.address, data: contract.abi.encodeFunctionData(name, [id]) }),
  );
  const [, after, winner] = await reader.sequence(calls);
  const decoded = contract.abi.decodeFunctionResult(getter, after?.data ?? "0x");
  const now = stateOf(decoded[0] as unknown);
  if (isOpen(now)) return { noted, now };
  const decision = isGenesis
    ? sideOf(contract.abi.decodeFunctionResult("winningVote", winner?.data ?? "0x")[0])
    : undefined;
  return { noted, now, ...(decision !== undefined && { decision }) };
}

async function winning(
  contract: FoundProposal["machine"]["contract"],
  id: string,
): Promise<unknown> {
  return contract.has("winningVote") ? await contract.value("winningVote", id) : undefined;
}

/** All machines number the choices in the same way. */
export function sideOf(vote: unknown): Side | undefined {
  if (vote === undefined) return undefined;
  return vote === 1n ? "for" : "against";
}

/** When a state ends, UNIX seconds; undefined if it has no deadline. */
export async function readDeadline(
  {
    id,
    machine: { contract, described },
    kept,
    paramsHash,
  }: Pick<FoundProposal, "id" | "machine" | "kept" | "paramsHash">,
  state: ProposalState,
): Promise<number | undefined> {
  if (described.name !== "GenesisProtocol" || !isOpen(state)) return undefined;
  const parameters = (await contract.read("parameters", paramsHash)).toObject(true);
  const times = contract.has("getProposalTimes")
    ? ((await contract.value("getProposalTimes", id)) as readonly bigint[])
    : [kept.submittedTime, kept.boostedPhaseTime];
  const [submitted, boosted, preBoosted] = times as readonly [bigint, bigint, bigint?];
  const hasQueue = preBoosted !== undefined;
  if (state === "queued") {
    const name = hasQueue ? "queuedVotePeriodLimit" : "preBoostedVotePeriodLimit";
    return Number(submitted + (parameters[name] as bigint));
  }
  if (state === "preBoosted") {
    return Number((preBoosted ?? 0n) + (parameters.preBoostedVotePeriodLimit as bigint));
  }
  return Number(boosted + (kept.currentBoostedVotePeriodLimit as bigint));
}
