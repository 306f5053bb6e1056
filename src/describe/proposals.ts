import {
  amount,
  block,
  caution,
  joined,
  line,
  paragraph,
  phrase,
  untrusted,
  type Block,
  type Inline,
  type Line,
  type Parts,
  type Unit,
} from "../document/document.js";
import type {
  Inspection,
  ProposalDescription,
  RedeemableDescription,
  Side,
} from "../inspect/description.js";
import { STATE_WORDS } from "../governance/proposal-state.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { competitionLines, unpaidLines } from "./promises.js";
import { requestWords } from "./requests.js";
import { OF_REPUTATION, REPUTATION, stakingUnit } from "./units.js";

/** Every proposal, oldest first. */
export function proposalsBlock(inspection: Inspection): Block {
  const { proposals } = inspection;
  const missing = missingProposalLines(inspection);
  if (isNotRead(proposals)) return block("Proposals", paragraph(proposals));
  return proposals.length === 0 && missing.length === 0
    ? block("No proposals")
    : block(
        "Proposals",
        missing,
        proposals.map((each) => block(proposalTitle(each), proposalLines(each, inspection))),
      );
}

/** Voting machines whose proposals were not read. */
export function missingProposalLines({ votingMachines }: Inspection): readonly Line[] {
  return votingMachines.flatMap(({ contract: { address }, proposals: why }) =>
    why === undefined ? [] : caution(phrase`those of voting machine ${{ address }} ${why}`),
  );
}

/** A proposal's description, if it has one, and its ID. */
export function proposalTitle({
  id,
  description = "",
}: Pick<ProposalDescription, "id" | "description">): Inline {
  return description === ""
    ? { code: id }
    : phrase`${untrusted(description, { quoted: true })} ${{ code: id }}`;
}

/** Everything about a proposal except its title. */
export function proposalLines(
  proposal: ProposalDescription,
  inspection: Inspection,
): readonly Parts[] {
  const { block: number, time, proposer, votes, problems = [] } = proposal;
  const { block: now, schemes } = inspection;
  const scheme = schemes.find(({ contract }) => contract.address === proposal.scheme);
  const through = scheme?.contract.name ?? { address: proposal.scheme };
  return [
    line(
      phrase`by ${{ address: proposer, named: true }} through ${through}, in block ${number} of ${{ time }}`,
    ),
    stateLine(proposal, now.timestamp),
    requestsOf(proposal, inspection).map((each) => line(phrase`requests: ${each}`)),
    problems.map((problem) => caution({ sentence: problem })),
    competitionLines(proposal, now.timestamp),
    unpaidLines(proposal, inspection),
    votesLine(votes),
    stakesLine(proposal, inspection),
    redeemableLine(proposal, inspection),
  ];
}

/** What a proposal requests, each thing in words. */
export function requestsOf(
  { requests }: Pick<ProposalDescription, "requests">,
  inspection: Inspection,
): readonly Inline[] {
  return isNotRead(requests) ? [requests] : requestWords(requests, inspection);
}

type Standing = Pick<ProposalDescription, "state" | "decision" | "progress" | "deadline">;

/** A proposal's state: a caution if something is left to do. */
export function stateLine(standing: Standing, now: number): Line {
  const { progress } = standing;
  const isLeft = !isNotRead(progress) && ["to be executed", "passed"].includes(progress.stage);
  const text = stateWords(standing, now);
  return isLeft && !isNotRead(standing.state) ? caution(text) : line(text);
}

/**
 * A proposal's state in a sentence without its subject.
 * @param now UNIX seconds
 */
export function stateWords({ state, decision, progress, deadline }: Standing, now: number): Inline {
  if (isNotRead(state)) return phrase`state ${state}`;
  const is = STATE_WORDS[state.now];
  if (isNotRead(progress)) return phrase`${is}; what happened next ${progress}`;
  switch (progress.stage) {
    case "open": {
      const until = untilWords(deadline, now);
      return state.noted === state.now
        ? phrase`${is}${until}`
        : phrase`recorded as ${STATE_WORDS[state.noted]}, ${is} as soon as anybody calls execute${until}`;
    }
    case "to be executed": {
      const result = state.now === "executed" ? resultWords(decision) : is;
      return `recorded as ${STATE_WORDS[state.noted]}, but over: once anybody calls execute, it is ${result}`;
    }
    case "passed":
      return phrase`passed but not carried out. ${progress.missing !== undefined && { sentence: progress.missing }}`;
    case "done":
      return "passed and carried out";
    case "rejected":
      return "rejected";
    case "expired":
      return STATE_WORDS.expiredInQueue;
  }
}

function untilWords(deadline: ProposalDescription["deadline"], now: number): Inline {
  if (deadline === undefined || isNotRead(deadline)) return "";
  const left = deadline > now ? phrase`in ${{ duration: deadline - now }}` : "over";
  return phrase`, until ${{ time: deadline }} (${left})`;
}

function resultWords(decision: ProposalDescription["decision"]): string {
  const side: Side | undefined = isNotRead(decision) ? undefined : decision;
  if (side === undefined) return "decided, but how is not known";
  return side === "for" ? "passed" : "rejected";
}

function votesLine(votes: ProposalDescription["votes"]): Line {
  if (isNotRead(votes)) return line(phrase`votes ${votes}`);
  return line(
    phrase`votes: ${amount(votes.for, OF_REPUTATION)} for, ${amount(votes.against, OF_REPUTATION)} against,
      of ${amount(votes.supply, REPUTATION)} at the time`,
    {
      caption: "Votes",
      align: [undefined, undefined, "right", "right"],
      rows: votes.cast.map(({ voter, side, reputation, share }) => [
        { address: voter, named: true },
        side,
        amount(reputation, OF_REPUTATION),
        { share },
      ]),
    },
  );
}

function stakesLine(proposal: ProposalDescription, inspection: Inspection): Parts {
  const { stakes } = proposal;
  if (stakes === undefined) return undefined;
  if (isNotRead(stakes)) return line(phrase`stakes ${stakes}`);
  const unit = stakingUnit(proposal, inspection);
  const boost =
    stakes.toBoost !== undefined &&
    phrase`; ${amount(stakes.toBoost, unit)} more for it would boost it`;
  return line(
    phrase`stakes: ${amount(stakes.for, unit)} for, ${amount(stakes.against, unit)} against${boost}`,
    {
      caption: "Stakes",
      align: [undefined, undefined, "right"],
      rows: stakes.placed.map(({ staker, side, amount: wei }) => [
        { address: staker, named: true },
        side,
        amount(wei, unit),
      ]),
    },
  );
}

function redeemableLine(proposal: ProposalDescription, inspection: Inspection): Parts {
  const { redeemable } = proposal;
  if (redeemable === undefined) return undefined;
  if (isNotRead(redeemable)) return line(phrase`not redeemed yet: ${redeemable}`);
  const unit = stakingUnit(proposal, inspection);
  return line(
    "not redeemed yet:",
    redeemable.map((each) =>
      line(phrase`${{ address: each.account, named: true }}: ${redeemableWords(each, unit)}`),
    ),
  );
}

/**
 * What an account can redeem, such as `3 GEN, 2 reputation`.
 * @param unit of stakes
 */
export function redeemableWords(redeemable: RedeemableDescription, unit: Unit): Inline {
  const { stakingTokens, reputation, daoBounty, daoBountyPromised } = redeemable;
  const parts: readonly Inline[] = [
    stakingTokens !== "0" && amount(stakingTokens, unit),
    reputation !== "0" && amount(reputation, REPUTATION),
    daoBounty !== "0" && phrase`${amount(daoBounty, unit)} of the DAO's`,
    daoBountyPromised !== undefined &&
      phrase`${amount(daoBountyPromised, unit)} that the DAO promised but does not have`,
  ];
  return joined(parts.filter((part) => part !== false));
}
