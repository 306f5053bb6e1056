import type { Inspection, ProposalDescription } from "../inspect/description.js";
import { sayRequest, type RequestWords } from "./requests.js";
import { capital, cleaned, count, counted, groupsOf, nameOf, ordinal } from "./words.js";
import { paragraph, percent, required, sayAmount } from "./words.js";

/** The sentence for each stage and, if votes still count, for each state. */
const SENTENCES: Readonly<Record<string, string>> = {
  queued: "It is waiting in the queue.",
  preBoosted: "It is pre-boosted: if the stakes on it hold, it will soon be boosted.",
  boosted: "It is boosted, so a simple majority of the votes decides.",
  quietEndingPeriod: "It is in its quiet ending period, because the lead has changed late.",
  "to be executed": "The vote is over, and anybody may execute it.",
  expired: "It expired in the queue without a decision.",
  rejected: "It has been rejected.",
  passed: "It has passed, but not everything that it asks for has been done.",
  done: "It has passed and been carried out.",
};
/** A description that only refers to another text: an IPFS hash, hexadecimal, or a web address. */
const REFERENCE = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|(0x)?[0-9a-f]{32,}|\w+:\S+)$/i;
/** Characters of a description that are spoken. */
const LONGEST_TITLE = 300;

export function sayProposals(inspection: Inspection, said: RequestWords): readonly string[] {
  const proposals = required("its proposals", inspection.proposals);
  if (proposals.length === 0) return ["Nobody has proposed anything yet."];
  const isOne = proposals.length === 1;
  return [
    `There ${isOne ? "is" : "are"} ${count(proposals.length, "proposal")}.`,
    ...proposals.map((proposal, index) =>
      sayProposal(proposal, isOne ? "the proposal" : ordinal(index, "proposal"), inspection, said),
    ),
  ];
}

function sayProposal(
  proposal: ProposalDescription,
  which: string,
  inspection: Inspection,
  said: RequestWords,
): string {
  const request = sayRequest(required("what a proposal asks for", proposal.requests), said);
  const { stage } = required("what became of a proposal", proposal.progress);
  const { now } = required("the state of a proposal", proposal.state);
  const through = `made through ${said.nameOf(proposal.scheme)}`;
  const requests = `, ${through}, asks the DAO to ${cleaned(request ?? "")}`;
  const { votes, stakes } = proposal;
  const isQuiet =
    required("the votes of a proposal", votes).cast.length === 0 &&
    stakes !== undefined &&
    required("the stakes of a proposal", stakes).placed.length === 0;
  return paragraph(
    `${capital(which)}${request === undefined ? ` was ${through}` : requests}.`,
    sayTitle(proposal.description),
    isQuiet ? "Nobody has voted or staked on it." : sayVotes(proposal),
    isQuiet ? "" : sayStakes(proposal, inspection),
    SENTENCES[stage === "open" ? now : stage] ?? "",
  );
}

/** A description if it is readable text: a hash makes no sense when read aloud. */
function sayTitle(description = ""): string {
  const text = cleaned(description);
  if (text === "" || REFERENCE.test(text)) return "";
  const cut = text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).trimEnd()}…` : text;
  return `In the words of its proposer: ${cut}${/[.!?…]["”’)]?$/.test(cut) ? "" : "."}`;
}

function sayVotes(proposal: ProposalDescription): string {
  const { cast, supply } = required("the votes of a proposal", proposal.votes);
  const votes = cast.map(({ voter, side, reputation }) => ({
    by: voter,
    side,
    weight: reputation,
  }));
  return saySides(votes, "voted", (side, sum, isFirst) => {
    const share = `with ${percent(sum, BigInt(supply))}${isFirst ? " of all reputation" : ""}`;
    return side === "abstained" ? `abstained, ${share}` : `voted ${side} it, ${share}`;
  });
}

function sayStakes(
  { stakes, votingMachine }: ProposalDescription,
  { votingMachines }: Inspection,
): string {
  if (stakes === undefined) return "";
  const { placed } = required("the stakes of a proposal", stakes);
  const machine = votingMachines.find(({ contract }) => contract.address === votingMachine);
  const token = required("the staking token", machine?.stakingToken ?? { name: "", decimals: 18 });
  const name = nameOf(required("the name of the staking token", token.name));
  const decimals = required("its decimals", token.decimals);
  const noun = `${name.replace(/ ?tokens?$/i, "")} token`.trim();
  const all = placed.map(({ staker, side, amount }) => ({ by: staker, side, weight: amount }));
  const staked = (side: string, sum: bigint) =>
    `staked ${sayAmount(sum, noun, decimals)} ${side} it`;
  return saySides(all, "staked", staked);
}

/** How many accounts there are on each side, and what they have done together. */
function saySides<Choice extends string>(
  all: readonly { readonly side: Choice; readonly by: string; readonly weight: string }[],
  effect: string,
  done: (side: Choice, sum: bigint, isFirst: boolean) => string,
): string {
  if (all.length === 0) return `Nobody has ${effect} on it.`;
  const said = groupsOf(all, ({ side }) => side)
    .sort(([one], [other]) => (one!.side < other!.side ? 1 : -1))
    .map((own, index) => {
      const { side } = own[0]!;
      const who = new Set(own.map(({ by }) => by)).size;
      const sum = own.reduce((total, { weight }) => total + BigInt(weight), 0n);
      const members = index === 0 ? count(who, "member") : counted(who);
      return `${members} ${who === 1 ? "has" : "have"} ${done(side, sum, index === 0)}`;
    });
  return `${capital(said.join(", and "))}.`;
}
