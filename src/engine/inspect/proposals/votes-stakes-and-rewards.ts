import { boostingStake, partsOfOne, type Sides } from "../../governance/majority-and-boost.js";
import { readOwedByMachine, redeemersOf } from "../../governance/redeem-and-execute.js";
import { CHOICES, sideOf, type ProposalState } from "../../governance/proposal-state.js";
import type {
  RedeemableDescription,
  ProposalSide,
  StakesDescription,
  VotesDescription,
} from "../description.js";
import { unlessRefused } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { percentOf } from "../reading/percent.js";
import type { FoundProposal } from "./find-proposals.js";

const SIDES = ["for", "against"] as const;

/**
 * Reads who voted for which side, with their share of the reputation at the time of the proposal.
 * @throws Error if the votes in events do not add up to those that the machine counted
 */
export async function readVotes(
  reader: BlockReader,
  { ballot, events, made, isDeleted }: FoundProposal,
  reputation: Contract,
): Promise<VotesDescription> {
  const cast = new Map<string, { side: ProposalSide | "abstained"; amount: bigint }>();
  for (const { name, values } of events) {
    const voter = String(values._voter);
    if (name !== "VoteProposal" && name !== "CancelVoting") continue;
    // A changed vote moves to its new position.
    cast.delete(voter);
    if (name === "CancelVoting") continue;
    const side = values._vote === CHOICES.abstained ? "abstained" : sideOf(values._vote);
    cast.set(voter, { side, amount: values._reputation as bigint });
  }
  const sums = sumsOf([...cast.values()]);
  const [counted, supply] = await Promise.all([
    isDeleted ? sums : ballot.votes(),
    reputation.value("totalSupplyAt", made.log.blockNumber) as Promise<bigint>,
  ]);
  for (const side of SIDES) {
    if (sums[side] === counted[side]) continue;
    reader.reportMissing(
      `the events show votes ${side} it of ${sums[side]} wei, but the voting machine counted ${counted[side]}`,
    );
  }
  return {
    for: String(counted.for),
    against: String(counted.against),
    supply: String(supply),
    cast: [...cast].map(([voter, { side, amount }]) => ({
      voter,
      side,
      reputation: String(amount),
      share: percentOf(amount, supply),
    })),
  };
}

function sumsOf(
  placed: readonly { readonly side: string; readonly amount: bigint | string }[],
): Sides {
  const sumOf = (wanted: ProposalSide): bigint =>
    placed.reduce((all, { side, amount }) => all + (side === wanted ? BigInt(amount) : 0n), 0n);
  return { for: sumOf("for"), against: sumOf("against") };
}

/**
 * Reads the stakes on a proposal, and what it takes to boost it while it is open.
 * @throws Error if the stakes in events do not add up to those that the machine counted
 */
export async function readStakes(
  reader: BlockReader,
  { ballot, events, kept }: FoundProposal,
  { isOpen, isQueued }: { readonly isOpen: boolean; readonly isQueued: boolean },
): Promise<StakesDescription> {
  const stakes = await ballot.stakes();
  const staked = {
    for: String(stakes.for),
    against: String(stakes.against),
    placed: events
      .filter(({ name }) => name === "Stake")
      .map(({ values }) => ({
        staker: String(values._staker ?? values._voter),
        side: sideOf(values._vote),
        amount: String(values._amount),
      })),
  };
  const sums = sumsOf(staked.placed);
  const own = ownStake(kept, ballot.isAlpha);
  const isWhole =
    sums.for === stakes.for && (own === undefined || sums.against + own === stakes.against);
  if (!isWhole) {
    reader.reportMissing(
      `the events show stakes of ${sums.for} wei for and ${sums.against} against it, but the voting machine ` +
        `counted ${stakes.for} and ${stakes.against}`,
    );
  }
  if (!isOpen) return staked;
  const threshold = await ballot.threshold();
  return {
    ...staked,
    // Up to alpha.58, the threshold is an amount that the difference of the stakes must reach, not a ratio.
    threshold: ballot.isAlpha ? undefined : decimal(threshold),
    toBoost: isQueued ? String(boostingStake(threshold, stakes, ballot.isAlpha)) : undefined,
  };
}

/** What the DAO itself stakes against each of its proposals, which no event tells; undefined if the machine does not say. */
function ownStake(kept: FoundProposal["kept"], isAlpha: boolean): bigint | undefined {
  if (isAlpha) return 0n;
  const { daoBounty, daoBountyRemain } = kept;
  if (typeof daoBounty !== "bigint" || typeof daoBountyRemain !== "bigint") return undefined;
  // The one is set once it is decided, the other gets smaller as bounties are paid.
  return daoBounty > daoBountyRemain ? daoBounty : daoBountyRemain;
}

function decimal(threshold: bigint): string {
  const one = partsOfOne(threshold);
  const part = ((threshold % one) * 10n ** 12n) / one;
  return `${threshold / one}.${String(part).padStart(12, "0")}`.replace(/\.?0+$/, "");
}

/**
 * Reads what GenesisProtocol owes proposer, voters, stakers and the DAO itself, by calling it for each account.
 * @param state in which it was decided
 * @throws Unknowable if redeeming fails, because nothing else says what would be redeemed
 */
export async function readRedeemable(
  { id, machine: { contract }, made, events }: FoundProposal,
  state: ProposalState,
  avatar: string,
): Promise<readonly RedeemableDescription[]> {
  const others = events
    .flatMap(({ values }) => [values._voter, values._staker] as unknown[])
    .filter((account) => typeof account === "string");
  const found = await Promise.all(
    redeemersOf(String(made.values._proposer), others, avatar).map(async (account) => ({
      account,
      ...(await unlessRefused(
        readOwedByMachine(contract, { id, account, state }),
        (reason) => `what it owes is unknown because redeeming fails (${reason})`,
      )),
    })),
  );
  return found
    .filter((each) => each.stake + each.voting + each.proposing + each.promisedBounty > 0n)
    .map(({ account, stake, voting, proposing, daoBounty, promisedBounty }) => ({
      account,
      stakingTokens: String(stake),
      reputation: String(voting + proposing),
      daoBounty: String(daoBounty),
      daoBountyPromised: promisedBounty === daoBounty ? undefined : String(promisedBounty),
    }));
}
