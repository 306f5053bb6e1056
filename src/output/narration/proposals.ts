import type { ContractDescription, Inspection } from "../../engine/inspect/description.js";
import type { ProposalDescription, ProposalRequest } from "../../engine/inspect/description.js";
import { capital, cleaned, count, counted, groupsOf, list, nameOf, ordinal } from "./words.js";
import { knowable, paragraph, percent, required, sayAmount, words } from "./words.js";

const UNKNOWN = { stage: "passed, unknown" } as const;
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
  [UNKNOWN.stage]: "It has passed; what its scheme did then is not known.",
};
/** A description that only refers to another text: an IPFS hash, hexadecimal, or a web address. */
const REFERENCE = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|(0x)?[0-9a-f]{32,}|\w+:\S+)$/i;
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
  const requests = knowable("what a proposal asks for", proposal.requests);
  const request = requests && sayRequest(requests, said);
  const { stage } = knowable("what became of a proposal", proposal.progress) ?? UNKNOWN;
  const { now } = required("the state of a proposal", proposal.state);
  const through = `made through ${said.nameOf(proposal.scheme)}`;
  const asks = `, ${through}, asks the DAO to ${cleaned(request ?? "")}`;
  const { votes, stakes } = proposal;
  const isQuiet =
    required("the votes of a proposal", votes).cast.length === 0 &&
    stakes !== undefined &&
    required("the stakes of a proposal", stakes).placed.length === 0;
  return paragraph(
    `${capital(which)}${request === undefined ? ` was ${through}` : asks}.`,
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

/** The words needed to describe a request. */
export interface RequestWords {
  /** What a contract, or the account or contract at an address, is called. */
  readonly nameOf: (one: string | ContractDescription) => string;
  /** The chain's currency, such as `ether`. */
  readonly coin: string;
  /** Of the DAO's own token. */
  readonly tokenDecimals: number;
}

/**
 * What a proposal requests of the DAO, worded to follow "asks the DAO to".
 * @returns undefined if only its scheme can interpret it
 */
export function sayRequest(request: ProposalRequest, said: RequestWords): string | undefined {
  switch (request.kind) {
    case "reward":
      return sayReward(request, said);
    case "calls":
      return sayCalls(request.calls, said);
    case "registerScheme": {
      const powers = request.permissions.words;
      const power = powers.length === 0 ? "" : `, which may then ${list(powers)}`;
      return `register ${said.nameOf(request.scheme)} as a scheme${power}`;
    }
    case "unregisterScheme":
      return `unregister ${said.nameOf(request.scheme)}`;
    case "addGlobalConstraint":
      return `add ${said.nameOf(request.constraint)} as a global constraint`;
    case "removeGlobalConstraint":
      return `remove ${said.nameOf(request.constraint)} from its global constraints`;
    case "upgradeController":
      return `replace its controller with ${said.nameOf(request.controller)}`;
    case "changeUpgradeScheme":
      return `let ${said.nameOf(request.scheme)} upgrade it from now on`;
    case "other":
      return undefined;
  }
}

function sayReward(
  reward: Extract<ProposalRequest, { kind: "reward" }>,
  { coin, tokenDecimals }: RequestWords,
): string {
  const part = (amount: string | bigint, what: string, decimals = 18): string =>
    BigInt(amount) > 0n ? sayAmount(BigInt(amount), what, decimals, what) : "";
  const given = [
    part(reward.ether, coin),
    part(reward.nativeTokens, "of its own tokens", tokenDecimals),
    // How many that are depends on its decimals, which are unknown here.
    BigInt(reward.externalTokens) > 0n ? "an amount of another token" : "",
    part(reward.reputation, "reputation"),
  ].filter(Boolean);
  const taken = part(-BigInt(reward.reputation), "reputation");
  if (given.length === 0 && taken === "") return "give its beneficiary nothing";
  const gift = given.length > 0 ? `give its beneficiary ${list(given)}` : "";
  const loss = taken === "" ? "" : `take ${taken} away`;
  const whom = gift === "" ? " from somebody" : "";
  const times = BigInt(reward.periods) > 1n ? `, ${reward.periods} times over` : "";
  return `${list([gift, loss].filter(Boolean))}${whom}${times}`;
}

function sayCalls(
  calls: Extract<ProposalRequest, { kind: "calls" }>["calls"],
  { coin, nameOf }: RequestWords,
): string {
  const [call] = calls;
  if (call === undefined) return "do nothing";
  const to = nameOf(call.to);
  if (calls.length > 1) return `make ${count(calls.length, "call")}, the first of them to ${to}`;
  const paid = BigInt(call.value) > 0n ? sayAmount(BigInt(call.value), coin, 18, coin) : "";
  if (call.data === "0x") return `send ${paid || "nothing"} to ${to}`;
  const [name = ""] = (call.function?.signature ?? "").split("(");
  const what = name === "" ? "call" : `call the function ${words(name).toLowerCase()} of`;
  return `${what} ${to}${paid && `, and send ${paid} along`}`;
}
