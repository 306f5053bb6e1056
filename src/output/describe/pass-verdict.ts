import { STATE_WORDS } from "../../engine/governance/proposal-state.js";
import type { PassVerdict } from "../../operations/simulate/simulation.js";
import { amount, joined, line, phrase } from "../document/document.js";
import type { Inline, Line, Parts } from "../document/document.js";
import { REPUTATION, sideWords } from "./units.js";

/** Most voters to show at once; the JSON has them all. */
const MOST_VOTERS = 5;

export function passAnswer({ verdict, reason }: Pick<PassVerdict, "verdict" | "reason">): Inline {
  const because = reason !== undefined && [" ", { sentence: asSentence(reason) }];
  switch (verdict) {
    case "passed":
      return { tone: "good", text: "It has already passed." };
    case "can pass":
      return { tone: "good", text: "It can." };
    case "cannot pass":
      return [{ tone: "danger", text: "No." }, because];
    case "inconclusive":
      return [{ tone: "caution", text: "Unknown." }, because];
  }
}

export function asSentence(text: string): string {
  return `${text.replace(/^./, (first) => first.toUpperCase()).replace(/\.$/, "")}.`;
}

function boostedLine(boosted: Required<PassVerdict>["boosted"]): Line {
  const { state, until } = boosted;
  const passes =
    state === "preBoosted"
      ? "then it is boosted, and more votes for it than against it pass it"
      : "more votes for it than against it then pass it";
  return line`${STATE_WORDS[state]}${until !== undefined && phrase` until ${{ time: until }}`}, with ${sideWords(boosted)}: ${passes}`;
}

export function passLines(passes: PassVerdict): Parts {
  const { votes, stakes, missing, majority, boost, boosted, decidedAt } = passes;
  const until = boost?.until !== undefined && phrase` until ${{ time: boost.until }}`;
  const voters = votes.map(({ account, share }) => phrase`${{ address: account }} (${share}%)`);
  const more = votes.length > MOST_VOTERS && `, and ${votes.length - MOST_VOTERS} more`;
  const stakers = stakes.map(
    (each) => phrase`${amount(each.amount)} staking tokens by ${{ address: each.account }}`,
  );
  return [
    majority !== undefined &&
      missing !== undefined &&
      (missing === "0"
        ? line("it has the majority that decides at once")
        : line`${amount(missing, REPUTATION)} more is needed for the majority that decides at once (more than ${amount(majority)})`),
    boosted !== undefined && boostedLine(boosted),
    votes.length > 0 &&
      line`the fewest who can pass it: ${joined(voters.slice(0, MOST_VOTERS))}${more}`,
    boost !== undefined &&
      line`a stake of ${amount(boost.stake)} of the token ${{ address: boost.stakingToken }}${until} would boost it, and then fewer votes decide`,
    stakes.length > 0 && line`staked on the fork: ${joined(stakers)}`,
    decidedAt !== undefined && line`decided on the fork at ${{ time: decidedAt }}`,
  ];
}
