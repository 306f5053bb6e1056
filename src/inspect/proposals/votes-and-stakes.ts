import { partsOfOne, stakeToBoost } from "../../arc/genesis-protocol.js";
import type { Side, StakesDescription, VotesDescription } from "../description.js";
import type { Contract } from "../reading/contract.js";
import { percentOf } from "../reading/percent.js";
import type { FoundProposal } from "./find-proposals.js";
import { sideOf } from "./state.js";

const [ABSTAINED, FOR, AGAINST] = [0n, 1n, 2n];
const SIDES = ["for", "against"] as const;

/**
 * Reads who voted for which side, with their share of the reputation at the time of the proposal.
 * @throws Error if the votes in events do not add up to those that the machine counted
 */
export async function readVotes(
  { id, machine: { contract }, events, made, isDeleted }: FoundProposal,
  reputation: Contract,
): Promise<VotesDescription> {
  const cast = new Map<string, { side: Side | "abstained"; amount: bigint }>();
  for (const { name, values } of events) {
    const voter = String(values._voter);
    if (name !== "VoteProposal" && name !== "CancelVoting") continue;
    // A changed vote moves to its new position.
    cast.delete(voter);
    if (name === "CancelVoting") continue;
    const side = values._vote === ABSTAINED ? "abstained" : sideOf(values._vote)!;
    cast.set(voter, { side, amount: values._reputation as bigint });
  }
  const sumOf = (side: Side): bigint =>
    [...cast.values()].reduce((all, each) => all + (each.side === side ? each.amount : 0n), 0n);
  const sums = SIDES.map(sumOf);
  const [counted, supply] = await Promise.all([
    isDeleted
      ? sums
      : Promise.all([FOR, AGAINST].map((choice) => contract.value("voteStatus", id, choice))),
    reputation.value("totalSupplyAt", made.log.blockNumber) as Promise<bigint>,
  ]);
  for (const [index, side] of SIDES.entries()) {
    if (sums[index] === counted[index]) continue;
    throw new Error(
      `the events show votes ${side} it of ${sums[index]} wei, but the voting machine counted ${String(counted[index])}`,
    );
  }
  return {
    for: String(counted[0]),
    against: String(counted[1]),
    supply: String(supply),
    cast: [...cast].map(([voter, { side, amount }]) => ({
      voter,
      side,
      reputation: String(amount),
      share: percentOf(amount, supply),
    })),
  };
}

/** Reads the stakes on a proposal, and what it takes to boost it while it is open. */
export async function readStakes(
  { id, machine: { contract }, events, kept, paramsHash }: FoundProposal,
  { isOpen, isQueued }: { readonly isOpen: boolean; readonly isQueued: boolean },
): Promise<StakesDescription> {
  const [stakedFor, against] = (await Promise.all(
    [FOR, AGAINST].map((choice) => contract.value("voteStake", id, choice)),
  )) as [bigint, bigint];
  const staked = {
    for: String(stakedFor),
    against: String(against),
    placed: events
      .filter(({ name }) => name === "Stake")
      .map(({ values }) => ({
        staker: String(values._staker ?? values._voter),
        side: sideOf(values._vote)!,
        amount: String(values._amount),
      })),
  };
  // Up to alpha.58, the threshold is defined differently.
  if (!isOpen || !contract.has("getProposalTimes")) return staked;
  const threshold = (await contract.value("threshold", paramsHash, kept.organizationId)) as bigint;
  return {
    ...staked,
    threshold: decimal(threshold),
    ...(isQueued && { toBoost: String(stakeToBoost(threshold, { for: stakedFor, against })) }),
  };
}

function decimal(threshold: bigint): string {
  const one = partsOfOne(threshold);
  const part = ((threshold % one) * 10n ** 12n) / one;
  return `${threshold / one}.${String(part).padStart(12, "0")}`.replace(/\.?0+$/, "");
}
