import {
  amount,
  block,
  blockIfAny,
  caution,
  joined,
  line,
  named,
  paragraph,
  phrase,
  untrusted,
} from "../document/document.js";
import type { Block, Inline, Line, Parts, Unit } from "../document/document.js";
import type { ProposalReference } from "../../engine/inspect/compare/comparison.js";
import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
  RedeemableDescription,
} from "../../engine/inspect/description.js";
import { takesProposer } from "../../engine/governance/proposal-kinds.js";
import { STATE_WORDS } from "../../engine/governance/proposal-state.js";
import { isDecidedNotDone } from "../../engine/inspect/proposals/pending.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../engine/inspect/schemes/scheme-contract.js";
import { competitionLines, lineOf, unpaidLines } from "./promises.js";
import { requestWords } from "./requests.js";
import { OF_REPUTATION, REPUTATION, sideWords, stakingUnit } from "./units.js";

/** Votes, and stakes, that are listed of each proposal. */
const MOST_CAST = 20;

/** Every proposal, oldest first. */
export function proposalsBlock(inspection: Inspection): Block {
  const { proposals } = inspection;
  if (isNotRead(proposals)) return block("Proposals", paragraph(proposals));
  const all = blockIfAny(
    "Proposals",
    missingProposalLines(inspection),
    proposals.map((each) => block(proposalTitle(each), proposalLines(each, inspection))),
  );
  return all ?? block("No proposals");
}

export function missingProposalLines({ votingMachines }: Inspection): readonly Line[] {
  return votingMachines.flatMap(({ contract: { address }, proposals: why }) =>
    why === undefined ? [] : caution`those of voting machine ${{ address }} ${why}`,
  );
}

export function proposalTitle({ id, description = "" }: ProposalReference): Inline {
  const quoted = description !== "" && [untrusted(description, { quoted: true }), " "];
  return [quoted, { code: id }];
}

/** Who made a proposal, as far as its scheme says. */
export function proposerWords(proposer: Inline, scheme: ContractDescription | undefined): Inline {
  return takesProposer(scheme)
    ? phrase`by an account that named ${proposer} as proposer,`
    : phrase`by ${proposer}`;
}

/** Everything about a proposal except its title. */
export function proposalLines(
  proposal: ProposalDescription,
  inspection: Inspection,
): readonly Parts[] {
  const { block: number, time, proposer, scheme: address, votes, problems = [] } = proposal;
  const now = inspection.block.timestamp;
  const scheme = schemeContract(address, inspection);
  const through = scheme?.name ?? { address };
  return [
    line`${proposerWords(named(proposer), scheme)} through ${through}, in block ${number} of ${{ time }}`,
    stateLine(proposal, now),
    requestsOf(proposal, inspection).map((each) => line`requests: ${each}`),
    problems.map((problem) => caution({ sentence: problem })),
    competitionLines(proposal, now),
    unpaidLines(proposal, inspection),
    votesLine(votes),
    stakesLine(proposal, inspection),
    redeemableLine(proposal, inspection),
  ];
}

export function requestsOf(
  { requests }: Pick<ProposalDescription, "requests">,
  inspection: Inspection,
): readonly Inline[] {
  return isNotRead(requests) ? [requests] : requestWords(requests, inspection);
}

type Standing = Pick<ProposalDescription, "state" | "decision" | "progress" | "deadline">;

/** A proposal's state: a caution if something is left to do. */
export function stateLine(standing: Standing, now: number): Line {
  const text = stateWords(standing, now);
  return isDecidedNotDone(standing) && !isNotRead(standing.state) ? caution(text) : line(text);
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
      return state.recorded === state.now
        ? phrase`${is}${until}`
        : phrase`recorded as ${STATE_WORDS[state.recorded]}, ${is} as soon as anybody calls execute${until}`;
    }
    case "to be executed": {
      const result = state.now === "executed" ? resultWords(decision) : is;
      return `recorded as ${STATE_WORDS[state.recorded]}, but over: once anybody calls execute, it is ${result}`;
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
  const side = ifRead(decision);
  if (side === undefined) return "decided, but how is not known";
  return side === "for" ? "passed" : "rejected";
}

function votesLine(votes: ProposalDescription["votes"]): Parts {
  return lineOf("votes", votes, (read) =>
    line(phrase`votes: ${sideWords(read)}, of ${amount(read.supply, REPUTATION)} at the time`, {
      caption: "Votes",
      most: MOST_CAST,
      align: [undefined, undefined, "right", "right"],
      rows: read.cast.map(({ voter, side, reputation, share }) => [
        named(voter),
        side,
        amount(reputation, OF_REPUTATION),
        { share },
      ]),
    }),
  );
}

function stakesLine(proposal: ProposalDescription, inspection: Inspection): Parts {
  const unit = stakingUnit(proposal, inspection);
  return lineOf("stakes", proposal.stakes, ({ toBoost, placed, ...sides }) => {
    const boost =
      toBoost !== undefined && phrase`; ${amount(toBoost, unit)} more for it would boost it`;
    return line(phrase`stakes: ${sideWords(sides, unit)}${boost}`, {
      caption: "Stakes",
      most: MOST_CAST,
      align: [undefined, undefined, "right"],
      rows: placed.map(({ staker, side, amount: wei }) => [named(staker), side, amount(wei, unit)]),
    });
  });
}

function redeemableLine(proposal: ProposalDescription, inspection: Inspection): Parts {
  const unit = stakingUnit(proposal, inspection);
  return lineOf("not redeemed yet:", proposal.redeemable, (all) =>
    line(
      "not redeemed yet:",
      all.map((each) => line`${named(each.account)}: ${redeemableWords(each, unit)}`),
    ),
  );
}

/**
 * What an account can redeem, such as `3 GEN, 2 reputation`.
 * @param unit of stakes
 */
export function redeemableWords(redeemable: RedeemableDescription, unit: Unit): Inline {
  const { stakingTokens, reputation, daoBounty, daoBountyPromised } = redeemable;
  return joined([
    stakingTokens !== "0" && amount(stakingTokens, unit),
    reputation !== "0" && amount(reputation, REPUTATION),
    daoBounty !== "0" && phrase`${amount(daoBounty, unit)} of the DAO's`,
    daoBountyPromised !== undefined &&
      phrase`${amount(daoBountyPromised, unit)} that the DAO promised but does not have`,
  ]);
}
