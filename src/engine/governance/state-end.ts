import type { ProposalState } from "./proposal-state.js";

type Stored = Readonly<Record<string, unknown>>;

/** What GenesisProtocol records of a proposal. */
interface Recorded {
  readonly stored: Stored;
  /** The proposal's vote parameters, by today's names. */
  readonly rules: Stored;
  /** What `getProposalTimes` returns; up to alpha.58, the times are in `stored`. */
  readonly times?: readonly bigint[] | undefined;
}

/** When an open state ends, UNIX seconds: the first transaction at that time or later changes it. */
export function endOfState(state: ProposalState, { stored, rules, times }: Recorded): bigint {
  const [submitted, boosted, preBoosted] = (times ?? [
    stored.submittedTime,
    stored.boostedPhaseTime,
    0n,
  ]) as readonly [bigint, bigint, bigint];
  if (state === "queued") return submitted + (rules.queuedVotePeriodLimit as bigint);
  if (state === "preBoosted") return preBoosted + (rules.preBoostedVotePeriodLimit as bigint);
  return boosted + (stored.currentBoostedVotePeriodLimit as bigint);
}
