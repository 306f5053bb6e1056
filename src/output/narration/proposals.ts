import type {
  ContractDescription,
  Inspection,
  ProposalRequest,
} from "../../engine/inspect/description.js";
import { percentOf } from "../../engine/inspect/reading/percent.js";
import { oneLine } from "../../foundation/support/printable.js";
import { asSentence } from "../describe/pass-verdict.js";
import { stateWords } from "../describe/proposals.js";
import { requestWords } from "../describe/requests.js";
import { ETHER, stakingUnit } from "../describe/units.js";
import { amount, count, joined } from "../document/document.js";
import { groupsOf, knowable, quoted, required, STRANGER, sumOf, type Say } from "./words.js";

/** A description that is empty or only refers to another text: an IPFS hash, hexadecimal, or a web address. */
const REFERENCE = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|(0x)?[0-9a-f]{32,}|\w+:\S+)?$/i;
const LONGEST_TITLE = 300;

export function sayProposals(inspection: Inspection, say: Say): readonly string[] {
  const proposals = required("its proposals", inspection.proposals);
  if (proposals.length === 0) return ["Nobody has proposed anything yet."];
  return proposals.map((proposal, index) => {
    const { progress, scheme: address, votes, stakes, description } = proposal;
    const requests = knowable("what a proposal asks for", proposal.requests);
    const asked = requests && sayRequest(requests, inspection, say);
    // When a vote ends is not for listeners either: they may listen later.
    const standing = stateWords({ ...proposal, deadline: undefined }, inspection.block.timestamp);
    const isKnown = knowable("what became of a proposal", progress) !== undefined;
    const { cast, supply } = required("the votes of a proposal", votes);
    const placed = stakes && required("the stakes of a proposal", stakes).placed;
    const unit = stakingUnit(proposal, inspection);
    return [
      say(`Proposal ${index + 1}, made through `, { address }, asked && `, asks to ${asked}`, "."),
      saySides("voted", cast, (own) => {
        const share = percentOf(sumOf(own, "reputation"), BigInt(supply));
        return `${share}% of the reputation`;
      }),
      placed && saySides("staked", placed, (own) => say(amount(sumOf(own, "amount"), unit))),
      isKnown ? asSentence(say("State: ", standing)) : "State: passed; what followed is not known.",
      // At the end, so that nothing after a stranger's words could pass for the story's own.
      sayTitle(description),
    ]
      .filter(Boolean)
      .join(" ");
  });
}

/** A description if it is readable text: a hash makes no sense when read aloud. */
function sayTitle(description = ""): string {
  const text = oneLine(description, LONGEST_TITLE);
  return REFERENCE.test(text) ? "" : `In the words of its proposer: ${quoted(text)}`;
}

/** How many accounts are on each side, and with what together. */
function saySides<Choice extends { readonly side: string }>(
  done: string,
  choices: readonly Choice[],
  sumOf: (own: readonly Choice[]) => string,
): string {
  if (choices.length === 0) return `Nobody has ${done} on it.`;
  const sides = groupsOf(choices, ({ side }) => side).map((own) => {
    const [{ side }] = own;
    const does = side === "abstained" ? side : `${done} ${side} it`;
    return `${count(own.length, "account")} ${does}, with ${sumOf(own)}`;
  });
  return `${sides.join("; ")}.`;
}

/** What a proposal requests, worded to follow "asks to"; undefined if only its scheme can interpret it. */
export function sayRequest(
  request: ProposalRequest,
  dao: Pick<Inspection, "token">,
  say: Say,
): string | undefined {
  if (request.kind === "other") return undefined;
  const called = ({ address, name }: ContractDescription): string => {
    const own = say({ address });
    return own === STRANGER && name !== undefined ? name : own;
  };
  // The arguments of a call are not for listeners.
  if (request.kind !== "calls") return say(joined(requestWords(request, dao, called), "; "));
  const [call, ...more] = request.calls;
  if (call === undefined) return "do nothing";
  const [name = ""] = (call.function?.signature ?? "").split("(");
  const ether = call.value !== "0" && [" with ", amount(call.value, ETHER)];
  const rest = more.length > 0 && `, and make ${count(more.length, "more call")}`;
  return say("call ", name && `${name} of `, called(call.to), ether, rest);
}
