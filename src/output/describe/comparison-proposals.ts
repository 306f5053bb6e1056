import { amount, line, named, phrase, type Line } from "../document/document.js";
import type { Comparison, Difference } from "../../engine/inspect/compare/comparison.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { proposalLines, proposalTitle, redeemableWords } from "./proposals.js";
import { stateLine, stateWords } from "./proposals.js";
import { OF_REPUTATION, sideWords, stakingUnit } from "./units.js";

export function proposalDifferenceLines(
  { differences, before }: Pick<Comparison, "differences" | "before">,
  after: Inspection,
): readonly Line[] {
  const made = differences.flatMap((each) =>
    each.kind === "proposalMade"
      ? line(phrase`new: ${proposalTitle(each.proposal)}`, proposalLines(each.proposal, after))
      : [],
  );
  const changes = differences.filter(
    (each): each is ProposalDifference => "proposal" in each && each.kind !== "proposalMade",
  );
  const changed = [...Map.groupBy(changes, ({ proposal }) => proposal.id).values()].map((group) =>
    line(
      proposalTitle(group[0]!.proposal),
      group.map((each) => linesOf(each, before.timestamp, after)),
    ),
  );
  return [...changed, ...made];
}

type ProposalDifference = Exclude<
  Extract<Difference, { readonly proposal: unknown }>,
  { readonly kind: "proposalMade" }
>;

/** @param then time of the earlier inspection, UNIX seconds */
function linesOf(difference: ProposalDifference, then: number, after: Inspection): readonly Line[] {
  switch (difference.kind) {
    case "proposalProgress":
      return [
        stateLine(difference.after, after.block.timestamp),
        line`before: ${stateWords(difference.before, then)}`,
      ];
    case "votesCast": {
      const { cast, withdrawn, after: votes } = difference;
      return [
        ...cast.map(
          ({ voter, side, reputation, share }) =>
            line`${named(voter)} voted ${side}, ${amount(reputation, OF_REPUTATION)} (${{ share }})`,
        ),
        ...withdrawn.map(
          ({ voter, side }) => line`the vote of ${named(voter)} ${side} no longer counts`,
        ),
        line`votes now: ${sideWords(votes)}`,
      ];
    }
    case "stakesPlaced": {
      const { proposal, placed, after: stakes } = difference;
      const unit = stakingUnit(proposal, after);
      return [
        ...placed.map(
          ({ staker, side, amount: wei }) =>
            line`${named(staker)} staked ${amount(wei, unit)} ${side} it`,
        ),
        line`stakes now: ${sideWords(stakes, unit)}`,
      ];
    }
    case "redeemable": {
      const { proposal, account, before, after: now } = difference;
      const unit = stakingUnit(proposal, after);
      const who = named(account);
      if (now !== undefined) return [line`${who} can redeem ${redeemableWords(now, unit)}`];
      return [line`${who} has nothing left to redeem, before ${redeemableWords(before!, unit)}`];
    }
  }
}
