import { formatEther } from "ethers";

import { CHOICES, sideOf } from "../../../engine/governance/proposal-state.js";
import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import type { JsonValue } from "../../../engine/inspect/description.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import { isUnproven } from "../../../engine/inspect/reading/identify.js";
import type { SimulatedTransaction, SimulationWarning, TracedCall } from "../simulation.js";
import { callsIn, isPrecompile, isRarePrecompile } from "../../../foundation/chain/raw-call.js";
import type { Consequences } from "./consequences.js";
import { isPayment, warning } from "./warnings.js";

/** Warnings about what the calls do beyond what the proposal requests. */
export function callWarnings({ id, before, stages }: Consequences): readonly SimulationWarning[] {
  const calls = stages.flatMap(({ calls: call }) => callsIn(call));
  const ofAvatar = calls.filter(
    (call) => call.from === before.avatar.address && call.type === "CALL" && !isPayment(call),
  );
  const known = new Set([
    before.token.contract.address,
    before.reputation.contract.address,
    before.controller.address,
  ]);
  const ofTypes = (...types: readonly string[]): readonly TracedCall[] =>
    once(calls.filter(({ type }) => types.includes(type)));
  return [
    ...stages.flatMap(failures),
    ...undoneVote(stages),
    ...actsOnOthers(stages, id),
    ...once(
      ofAvatar.filter(
        ({ to }) =>
          to.code === "account" &&
          !isUnproven(to) &&
          (!isPrecompile(to.address) || isRarePrecompile(to.address)),
      ),
    ).map(({ to, data }) =>
      warning("call-to-account", {
        what: `The DAO calls ${data.slice(0, 10)} of ${to.address}, where there is no contract.`,
        why: "Such a call does nothing but counts as successful.",
        check: "Whether the address is right for this network.",
        todo: "Propose it again with the right address.",
      }),
    ),
    ...once(ofAvatar.filter(({ to }) => isUnproven(to) && !known.has(to.address))).map(
      ({ to, data, function: called }) =>
        warning("call-to-unknown-code", {
          what: `The DAO calls ${called?.signature ?? `the unknown function ${data.slice(0, 10)}`} of ${to.address}, whose code is not Arc's.`,
          why: "The stages below show what it does today; it may do something else tomorrow, if its code can be replaced, as a proxy's can, or looks at what somebody can change until then.",
          check: `Its verified sources: \`dao-migrate verify ${to.address}\`, or an explorer.`,
          todo: "Have somebody review the code, or provide its ABI so that the calls can be decoded.",
        }),
    ),
    ...ofTypes("DELEGATECALL", "CALLCODE").map(({ from, to }) =>
      warning("delegatecall", {
        what: `${from} runs the code of ${to.address} as its own (delegatecall).`,
        why: "That code can change everything in the caller's storage, and the caller may run other code tomorrow.",
        check: "Whether the caller is a proxy, and who can change its implementation.",
        todo: "Trust it only as far as you trust them.",
      }),
    ),
    ...ofTypes("SELFDESTRUCT").map(({ from, to }) =>
      warning("selfdestruct", {
        what: `${from} destroys itself, and its ether goes to ${to.address}.`,
        why: "A destroyed contract returns nothing, and calls to it count as successful.",
        check: "Whether anything still uses it.",
        todo: "Vote against it unless that is its purpose.",
      }),
    ),
    ...stages
      .filter(({ fits }) => !fits)
      .map(({ stage, gas }) =>
        warning("too-much-gas", {
          what: `The transaction (${stage}) runs out of gas after ${gas}.`,
          why: "This chain does not allow more in one transaction (mainnet allows 16,777,216), so nobody can carry it out.",
          check: "How many calls or votes it makes at once.",
          todo: "Split it into several proposals.",
        }),
      ),
  ];
}

const PROPOSE_WHAT_WORKS = "Vote against this one and propose a version that works.";
const ITS_REASON = "The reason, and whether it can be resolved.";

function failures({
  stage,
  outcome,
  reason = "no reason given",
}: SimulatedTransaction): SimulationWarning | readonly [] {
  const isOfVote = stage === "vote";
  if (outcome === "done" || outcome === "not known") return [];
  if (!isOfVote && stage !== "execute" && stage !== "executeScheme") return [];
  if (outcome === "failed inside") {
    return warning("action-fails-inside", {
      what: `The voting machine reports success, but an inner call fails: ${reason}.`,
      why: "The scheme ignores the failure, so the proposal passes without taking effect; anybody may retry the call later, when it suits them.",
      check: "The call that failed, below.",
      todo: PROPOSE_WHAT_WORKS,
    });
  }
  if (isOfVote) return [];
  return warning("execution-refused", {
    what: `The transaction (execute of the ${stage === "execute" ? "voting machine" : "scheme"}) fails: ${reason}.`,
    why: "Nothing of the request happens, and anybody may send it again at a time that suits them.",
    check: ITS_REASON,
    todo: PROPOSE_WHAT_WORKS,
  });
}

/** In releases that pass errors on, a deciding vote reverts if executing the proposal fails. */
function undoneVote(stages: readonly SimulatedTransaction[]): readonly SimulationWarning[] {
  const last = stages.findLast(({ stage }) => stage === "vote");
  if (last?.outcome !== "refused") return [];
  return [
    warning("execution-refused", {
      what: `The vote that would decide fails: ${last.reason ?? "no reason given"}.`,
      why: "The requested action reverts, and the vote with it: nobody can pass the proposal until that changes.",
      check: ITS_REASON,
      todo: PROPOSE_WHAT_WORKS,
    }),
  ];
}

const VOTES: Readonly<Record<string, string>> = {
  [String(CHOICES.for)]: "votes for",
  [String(CHOICES.against)]: "votes against",
  [String(CHOICES.abstained)]: "abstains from",
};

/** Words for the events of voting machines. */
const ACTS: Readonly<Record<string, (args: Readonly<Record<string, JsonValue>>) => string>> = {
  NewProposal: () => "it is made",
  ExecuteProposal: () => "it is decided",
  VoteProposal: ({ _voter = "", _vote = "", _reputation = "0" }) =>
    `${textOf(_voter)} ${VOTES[textOf(_vote)] ?? "votes on"} it with ${formatEther(textOf(_reputation))} reputation`,
  Stake: ({ _staker = "", _vote = "", _amount = "0" }) =>
    `${textOf(_staker)} stakes ${formatEther(textOf(_amount))} tokens ${sideOf(BigInt(textOf(_vote)))} it`,
};

/** What happens to other proposals, by the events of their voting machines. */
function actsOnOthers(
  stages: readonly SimulatedTransaction[],
  own: string | undefined,
): readonly SimulationWarning[] {
  const acts = new Map<string, Set<string>>();
  for (const { emitter, event } of stages.flatMap(({ events }) => events)) {
    const other = event?.args._proposalId;
    if (emitter.code !== "arc" || !isVotingMachine(emitter.name)) continue;
    if (typeof other !== "string" || other === own) continue;
    const words = ACTS[event!.name]?.(event!.args) ?? event!.name;
    acts.set(other, (acts.get(other) ?? new Set()).add(words));
  }
  return [...acts].map(([other, words]) =>
    warning("acts-on-another-proposal", {
      what: `Carrying it out also acts on the proposal ${other}: ${[...words].join("; ")}.`,
      why: "Who votes for this one also decides about the other one, with what the DAO itself has.",
      check: "What the other one asks for.",
      todo: "Decide on both together.",
    }),
  );
}

/** One call for each pair of caller and receiver. */
function once(calls: readonly TracedCall[]): readonly TracedCall[] {
  return [...new Map(calls.map((call) => [`${call.from} ${call.to.address}`, call])).values()];
}
