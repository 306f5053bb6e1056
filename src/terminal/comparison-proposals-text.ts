import type { Comparison, Difference, ProposalReference } from "../inspect/compare/comparison.js";
import type { Inspection } from "../inspect/description.js";
import { oneLine } from "../support/printable.js";
import {
  linesOfProposal,
  redeemableText,
  stateText,
  unitsOf,
} from "./inspection-proposals-text.js";
import { amountText } from "./inspection-words.js";

const DECIMALS = 18;

/** What changed in proposals: new ones in full, for others only what is new. */
export function proposalDifferenceLines(
  { differences, before }: Pick<Comparison, "differences" | "before">,
  after: Inspection,
): string[] {
  const byProposal = new Map<string, string[]>();
  for (const each of differences) {
    if (each.kind === "proposalMade") {
      const [title = "", ...rest] = linesOfProposal(each.proposal, after);
      byProposal.set(`new: ${title}`, rest);
    } else {
      const lines = linesOf(each, before.timestamp, after);
      if (lines === undefined || !("proposal" in each)) continue;
      const title = titleOf(each.proposal);
      byProposal.set(title, [
        ...(byProposal.get(title) ?? []),
        ...lines.map((line) => `  ${line}`),
      ]);
    }
  }
  return [...byProposal].flatMap(([title, lines]) => [title, ...lines]);
}

function titleOf({ id, description }: ProposalReference): string {
  const said =
    description === undefined || description === "" ? "" : `"${oneLine(description, 80)}" `;
  return `${said}${id}`;
}

/** @param then time of the earlier inspection, UNIX seconds */
function linesOf(
  difference: Difference,
  then: number,
  after: Inspection,
): readonly string[] | undefined {
  switch (difference.kind) {
    case "proposalProgress":
      return [
        stateText(difference.after, after.block.timestamp),
        `before: ${stateText(difference.before, then).replace(/^! /, "")}`,
      ];
    case "votesCast": {
      const { cast, withdrawn, after: votes } = difference;
      return [
        ...cast.map(
          ({ voter, side, reputation, share }) =>
            `${voter} voted ${side}, ${amountText(reputation, DECIMALS)} (${oneLine(share)}%)`,
        ),
        ...withdrawn.map(({ voter, side }) => `the vote of ${voter} ${side} no longer counts`),
        `votes now: ${amountText(votes.for, DECIMALS)} for, ${amountText(votes.against, DECIMALS)} against`,
      ];
    }
    case "stakesPlaced": {
      const { proposal, placed, after: stakes } = difference;
      const { staked, stakedDecimals } = unitsOf(proposal, after);
      const amount = (wei: string): string => `${amountText(wei, stakedDecimals)} ${staked}`;
      return [
        ...placed.map(
          ({ staker, side, amount: wei }) => `${staker} staked ${amount(wei)} ${side} it`,
        ),
        `stakes now: ${amount(stakes.for)} for, ${amount(stakes.against)} against`,
      ];
    }
    case "redeemable": {
      const { proposal, account, before, after: now } = difference;
      const units = unitsOf(proposal, after);
      if (now !== undefined) return [`${account} can redeem ${redeemableText(now, units)}`];
      return [`${account} has nothing left to redeem, before ${redeemableText(before!, units)}`];
    }
    default:
      return undefined;
  }
}
