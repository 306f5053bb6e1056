/** A proposal's state, whatever its voting machine. AbsoluteVote and QuorumVote only know `queued` and `executed`. */
export type ProposalState =
  "queued" | "preBoosted" | "boosted" | "quietEndingPeriod" | "executed" | "expiredInQueue";

/** States in a GenesisProtocol with a queue, by the number that `state` returns. */
const QUEUE_STATES: readonly (ProposalState | "none")[] = [
  "none",
  "expiredInQueue",
  "executed",
  "queued",
  "preBoosted",
  "boosted",
  "quietEndingPeriod",
];

/** Up to alpha.58, there is no queue: those releases call the state pre-boosted that later ones call queued. */
const ALPHA_STATES = QUEUE_STATES.filter((state) => state !== "preBoosted");

/**
 * The state that a voting machine's function returns.
 * @param value a number from `state`, whether it is open from `isVotable`
 * @throws Error if no proposal has this state
 */
export function stateOf(
  value: unknown,
  { isGenesis, isAlpha }: { readonly isGenesis: boolean; readonly isAlpha: boolean },
): ProposalState {
  if (!isGenesis) return value === true ? "queued" : "executed";
  const state = (isAlpha ? ALPHA_STATES : QUEUE_STATES)[Number(value)];
  if (state !== undefined && state !== "none") return state;
  throw new Error(`the voting machine returns state ${String(value)}`);
}

/** Whether votes still count. */
export function isOpen(state: ProposalState): boolean {
  return state !== "executed" && state !== "expiredInQueue";
}

/** Whether it is open and passes at its end, if more vote for it than against it. */
export function isBoosted(state: ProposalState): boolean {
  return state === "boosted" || state === "quietEndingPeriod";
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
  readonly decision?: ProposalSide;
}): string {
  if (isOpen(state)) return `it is still ${STATE_WORDS[state]}`;
  if (state === "expiredInQueue") return "it expired in the queue";
  if (decision === undefined) return "it is decided";
  return decision === "for" ? "it passed" : "it was rejected";
}

/** A choice of voters and stakers. */
export type ProposalSide = "for" | "against";

/** Numbers of the choices, the same in every voting machine. */
export const CHOICES: Readonly<Record<ProposalSide | "abstained", bigint>> = {
  abstained: 0n,
  for: 1n,
  against: 2n,
};

/** The side of a decision or vote. Whatever is not in favour rejects the proposal. */
export function sideOf(choice: unknown): ProposalSide {
  return choice === CHOICES.for ? "for" : "against";
}
