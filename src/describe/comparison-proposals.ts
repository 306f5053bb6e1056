import { amount, line, phrase, type Line } from "../document/document.js";
import type { Comparison, Difference, ProposalReference } from "../inspect/compare/comparison.js";
import type { Inspection } from "../inspect/description.js";
import {
  proposalLines,
  proposalTitle,
  redeemableWords,
  stateLine,
  stateWords,
} from "./proposals.js";
import { OF_REPUTATION, stakingUnit } from "./units.js";

/** What changed in proposals: new ones in full, for others only what is new. */
export function proposalDifferenceLines(
  { differences, before }: Pick<Comparison, "differences" | "before">,
  after: Inspection,
): readonly Line[] {
  const byProposal = new Map<string, { readonly proposal: ProposalReference; lines: Line[] }>();
  const made: Line[] = [];
  for (const each of differences) {
    if (each.kind === "proposalMade") {
      const { proposal } = each;
      made.push(line(phrase`new: ${proposalTitle(proposal)}`, proposalLines(proposal, after)));
    } else if ("proposal" in each) {
      const { proposal } = each;
      const known = byProposal.get(proposal.id) ?? { proposal, lines: [] };
      known.lines.push(...linesOf(each, before.timestamp, after));
      byProposal.set(proposal.id, known);
    }
  }
  const changed = [...byProposal.values()].map(({ proposal, lines }) =>
    line(proposalTitle(proposal), lines),
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
        line(phrase`before: ${stateWords(difference.before, then)}`),
      ];
    case "votesCast": {
      const { cast, withdrawn, after: votes } = difference;
      return [
        ...cast.map(({ voter, side, reputation, share }) =>
          line(
            phrase`${{ address: voter, named: true }} voted ${side}, ${amount(reputation, OF_REPUTATION)} (${{ share }})`,
          ),
        ),
        ...withdrawn.map(({ voter, side }) =>
          line(phrase`the vote of ${{ address: voter, named: true }} ${side} no longer counts`),
        ),
        line(
          phrase`votes now: ${amount(votes.for, OF_REPUTATION)} for, ${amount(votes.against, OF_REPUTATION)} against`,
        ),
      ];
    }
    case "stakesPlaced": {
      const { proposal, placed, after: stakes } = difference;
      const unit = stakingUnit(proposal, after);
      return [
        ...placed.map(({ staker, side, amount: wei }) =>
          line(phrase`${{ address: staker, named: true }} staked ${amount(wei, unit)} ${side} it`),
        ),
        line(
          phrase`stakes now: ${amount(stakes.for, unit)} for, ${amount(stakes.against, unit)} against`,
        ),
      ];
    }
    case "redeemable": {
      const { proposal, account, before, after: now } = difference;
      const unit = stakingUnit(proposal, after);
      const who = { address: account, named: true };
      if (now !== undefined) return [line(phrase`${who} can redeem ${redeemableWords(now, unit)}`)];
      return [
        line(phrase`${who} has nothing left to redeem, before ${redeemableWords(before!, unit)}`),
      ];
    }
  }
}
