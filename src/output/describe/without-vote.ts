import { formatEther, ZeroAddress } from "ethers";

import {
  block,
  caution,
  count,
  danger,
  named,
  note,
  paragraph,
  partsOf,
  phrase,
} from "../document/document.js";
import type { Block, Inline, Line, Some, Tone } from "../document/document.js";
import type {
  ContractDescription,
  Inspected,
  Inspection,
  NotRead,
  SchemeDescription,
  SchemeParametersDescription,
} from "../../engine/inspect/description.js";
import { speakerOf } from "../../engine/governance/vote-on-behalf.js";
import { valuesOf } from "../../engine/inspect/control/by-votes.js";
import { isForTests } from "../../engine/inspect/control/powers.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { accountText } from "../../engine/inspect/reading/identify.js";
import { powerWords, registeredOf } from "./control.js";
import { mintableLines } from "./promises.js";

const WORST_FIRST: readonly (Tone | undefined)[] = ["danger", "caution", "note", "good"];

/** What can be done to a DAO without a vote of its holders. */
export function withoutVoteBlock(inspection: Inspection): Block {
  const lines = withoutVoteLines(inspection);
  return block(
    "Without a vote",
    lines.length > 0
      ? lines
      : paragraph(
          "Nothing was found: no account has permissions of its own, token and reputation belong to the " +
            "controller, nobody may take from the treasury, and nothing is hidden in their storage.",
        ),
  );
}

/** The same as lines, worst first. */
export function withoutVoteLines(inspection: Inspection): readonly Line[] {
  return partsOf([
    storageLines(inspection),
    organizationLines(inspection),
    unvotedLines(inspection),
    registeredOf(inspection).map((scheme) => schemeLines(scheme, inspection)),
    allowanceLines(inspection),
    nftLines(inspection),
    mintableLines(inspection),
    claimedLines(inspection),
  ]).toSorted((one, other) => WORST_FIRST.indexOf(one.tone) - WORST_FIRST.indexOf(other.tone));
}

function storageLines({ storage }: Inspection): Some<Line> {
  return Object.entries(storage).map(([owner, found]) => {
    if (!isNotRead(found)) {
      return (
        !found.explained &&
        danger`Unexplained numbers in the ${owner}'s storage: ${String(found.differing ?? "some")}. Either something
          is hidden there (permissions, balances or limits that no event mentions), or the node left out events.`
      );
    }
    // Code that is not Arc's is reported as such.
    if (found.unknowable === true) return undefined;
    const hidden =
      owner === "controller"
        ? "accounts that no event names have permissions"
        : `something is hidden in the ${owner}'s storage`;
    return caution`Whether ${hidden} is ${found}`;
  });
}

function organizationLines({ controller, avatar, token, reputation }: Inspection): Some<Line> {
  const contracts = [
    ["controller", controller],
    ["avatar", avatar],
    ["token", token.contract],
    ["reputation", reputation.contract],
  ] as const;
  const owners = [
    ["token", token, "mint its tokens"],
    ["reputation", reputation, "grant and take away reputation, and with it every vote"],
  ] as const;
  return [
    contracts.map(
      ([name, { address, code }]) =>
        code !== "arc" &&
        danger`The ${name} ${{ address }} does not have Arc's code. What it really does is unknown.`,
    ),
    owners.map(([name, { owner }, what]) => {
      if (isNotRead(owner)) return caution`Who else may ${what} is ${owner}`;
      if (owner === controller.address) return undefined;
      return danger`The DAO's ${name} belongs to ${named(owner)}, not to the controller:
        that account can ${what}.`;
    }),
  ];
}

function unvotedLines({ unvotedMints }: Inspection): Some<Line> {
  if (isNotRead(unvotedMints)) return caution`What was minted without a vote is ${unvotedMints}`;
  return unvotedMints.map(({ account, by, tokens, reputation, burnt }) => {
    const amounts = [
      tokens !== "0" && `${formatEther(tokens)} tokens were minted`,
      reputation !== "0" && `${formatEther(reputation)} reputation was minted`,
      burnt !== "0" && `${formatEther(burnt)} reputation was burned`,
    ];
    return caution`For ${named(account)}, ${amounts.filter(Boolean).join(", and ")} by ${named(by)} without a vote, when the DAO had schemes already.`;
  });
}

function schemeLines(
  { contract, permissions, parameters }: SchemeDescription,
  inspection: Inspection,
): Some<Line> {
  const { address, code, name = "" } = contract;
  const scheme: Inline = named(address);
  const may = powerWords(permissions);
  if (code === "account") {
    return danger`${{ address }} is a scheme and an ${accountText(contract)}. Anyone with its key can do this alone:
      ${may || "nothing"}.${delegateWords(contract)}`;
  }
  if (code === "unknown") {
    return (
      may !== "" &&
      caution`${scheme} may ${may}. Its code is not Arc's, so whether it asks for a vote is unknown.`
    );
  }
  if (parameters === undefined) return undefined;
  if (isNotRead(parameters)) return caution`How ${scheme} decides is ${parameters}`;
  const { owner = ZeroAddress, votes, initializedFor } = parameters;
  const isFree = Object.keys(votes).length === 0 && may !== "";
  return [
    machinesOf(parameters, inspection, scheme, may),
    speakersOf(parameters).map(
      (speaker) =>
        danger`${named(speaker)} may vote on behalf of every holder on proposals of ${scheme}.`,
    ),
    initializedFor !== undefined && foreignLine(scheme, initializedFor, owner),
    uninitializedLines(parameters, scheme),
    rewarderLine(parameters, inspection, scheme),
    isForTests(name) &&
      danger`${scheme} is made for tests: anybody can do through it what it may: ${may || "nothing"}.`,
    isFree &&
      !isForTests(name) &&
      (FREE[name]?.(scheme, parameters, inspection) ??
        note`${scheme} may ${may}, by its own rules and without proposals.`),
    isNotRead(owner)
      ? caution`Who owns ${scheme} is ${owner}`
      : owner !== ZeroAddress &&
        caution`${named(owner)} owns ${scheme} and can call the functions that only its owner may call.`,
  ];
}

/** Who else can act as an account with a delegate. */
function delegateWords({ delegate }: ContractDescription): Inline {
  if (delegate === undefined) return "";
  return phrase` So can anyone whom the code of its delegate ${named(delegate)} allows to.`;
}

type FreeLine = (
  scheme: Inline,
  parameters: SchemeParametersDescription,
  inspection: Inspection,
) => Line | undefined;

/** What strangers or single accounts can do through schemes that ask for no vote; others do only what their users expect. */
const FREE: Readonly<Record<string, FreeLine>> = {
  TransitionScheme: (scheme, { values }, { avatar }) => {
    const to = values.newAvatar as string | NotRead;
    if (to === avatar.address) return undefined;
    return danger`Anybody can have ${scheme} send the DAO's ether, and the tokens and contracts that it lists, to
      ${named(to)}.`;
  },
  RageQuitWithToken: (scheme, { values }) =>
    caution`Anyone who has the DAO's token can burn it with ${scheme}, for that share of all
      ${named(values.rageQuitToken as string | NotRead)} in the treasury.`,
  Forwarder: (scheme, { values, owner }, { block: { timestamp } }) => {
    const until = Number(values.expirationTime);
    if (until <= timestamp) return note`${scheme} has expired and cannot do anything any more.`;
    if (isNotRead(owner) || owner === ZeroAddress) return undefined;
    return danger`${named(String(owner))} can do alone, through ${scheme}, until ${{ time: until }}: everything that it may.`;
  },
  DaoCreator: (scheme, { values: { creator } }) => {
    if (creator === ZeroAddress) return undefined;
    return danger`${named(creator as string | NotRead)} can register any schemes alone, once, through ${scheme}: the DAO
      was created, but its schemes were not set.`;
  },
};

function foreignLine(scheme: Inline, avatar: Inspected<string>, owner: Inspected<string>): Line {
  if (isNotRead(avatar)) return caution`For which DAO ${scheme} was initialized is ${avatar}`;
  if (avatar === ZeroAddress) {
    // Arc's schemes with an owner let only the owner initialize them.
    const who =
      owner === ZeroAddress
        ? "anybody"
        : phrase`its owner ${isNotRead(owner) ? owner : named(owner)}`;
    return danger`${scheme} is registered but was never initialized: ${who} can do that, for any DAO and with any
      voting machine.`;
  }
  return danger`${scheme} is registered here but was initialized for another avatar, ${{ address: avatar }}.`;
}

/** Contracts that a scheme rests on, such as constraints, and that anybody can still set up. */
function uninitializedLines(
  { refersTo = [] }: SchemeParametersDescription,
  scheme: Inline,
): Some<Line> {
  return refersTo
    .filter(({ isUninitialized }) => isUninitialized)
    .map(
      ({ contract: { address } }) =>
        danger`${named(address)}, which ${scheme} works with, was never initialized: anybody can do that, with any values.`,
    );
}

/** Whoever is the rewarder of ContributionRewardExt decides who gets what its proposals award. */
function rewarderLine(
  { values: { rewarder }, refersTo = [] }: SchemeParametersDescription,
  { avatar, controller }: Inspection,
  scheme: Inline,
): Some<Line> {
  const isKnown =
    typeof rewarder !== "string" ||
    [ZeroAddress, avatar.address, controller.address].includes(rewarder) ||
    refersTo.some(({ contract }) => contract.address === rewarder);
  return (
    !isKnown &&
    caution`${named(rewarder)}, which is not a contract of Arc's, decides alone who gets what passed proposals of ${scheme} award.`
  );
}

/** Voting machines that are not Arc's: what they report as decided is done. */
function machinesOf(
  { votes }: SchemeParametersDescription,
  { votingMachines }: Inspection,
  scheme: Inline,
  may: Inline,
): Some<Line> {
  const used = new Set(Object.values(votes).map(({ votingMachine }) => votingMachine));
  return votingMachines
    .filter(({ contract: { address, code } }) => used.has(address) && code !== "arc")
    .map(({ contract }) =>
      contract.code === "account"
        ? danger`${named(contract.address)} is the voting machine of ${scheme} and an ${accountText(contract)}.
            Anyone with its key can do this alone: ${may}.${delegateWords(contract)}`
        : caution`The code of ${named(contract.address)}, the voting machine of ${scheme}, is not Arc's, so whether
            it asks for votes before the scheme does this is unknown: ${may}.`,
    );
}

function speakersOf({ votes }: SchemeParametersDescription): readonly string[] {
  const speakers = Object.values(votes).flatMap(({ rules }) =>
    isNotRead(rules) ? [] : (speakerOf(valuesOf(rules)) ?? []),
  );
  return [...new Set(speakers)];
}

/** One line for each token: how many accounts may take it. */
function allowanceLines({ allowances }: Inspection): Some<Line> {
  if (isNotRead(allowances)) {
    return caution`What others may take from the treasury is ${allowances}`;
  }
  return [...Map.groupBy(allowances, ({ token }) => token)].map(([token, all]) => {
    const [{ spender, amount } = {}] = all;
    if (all.length > 1) {
      return caution`${count(all.length, "account")} may take the token ${named(token)} from the treasury, such as ${named(spender!)}.`;
    }
    return isNotRead(amount)
      ? caution`How much of the token ${named(token)} ${named(spender!)} may take from the treasury is ${amount}`
      : caution`${named(spender!)} may take ${amount} wei of the token ${named(token)} from the treasury.`;
  });
}

/** Anybody can create such tokens, so all of them together get one line. */
function claimedLines({ claimedAllowances: all = [] }: Inspection): Some<Line> {
  const [first] = all;
  if (first === undefined) return undefined;
  return note`${count(all.length, "token")} that the DAO never used, such as ${named(first.token)}, ${all.length > 1 ? "claim" : "claims"}
    that others may take it from the treasury. That does not concern the DAO's own assets.`;
}

function nftLines({ treasury }: Inspection): Some<Line> {
  return (ifRead(treasury)?.nfts ?? []).map(({ address, mayTake: [first, ...more] = [] }) => {
    if (first === undefined) return undefined;
    const others = more.length > 0 && phrase` and ${count(more.length, "other account")}`;
    return caution`${named(first)}${others} may take NFTs of ${named(address)} from the treasury.`;
  });
}
