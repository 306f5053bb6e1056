import { formatEther, ZeroAddress } from "ethers";

import {
  block,
  caution,
  count,
  danger,
  line,
  named,
  note,
  paragraph,
  partsOf,
  phrase,
  remark,
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
import { otherLimiter } from "../../engine/inspect/schemes/referred-contracts.js";
import { allowedWords, takersByToken } from "../../engine/inspect/assets/allowances.js";
import {
  actsByRules,
  isForTests,
  ownedByOthers,
  powersWithoutVotes,
} from "../../engine/inspect/control/powers.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { unexplainedText } from "../../engine/inspect/storage/describe-storage.js";
import { abilityWords, powerWords, registeredOf } from "./control.js";
import { mintableLines } from "./promises.js";

const WORST_FIRST: readonly (Tone | undefined)[] = ["danger", "caution", "note", "good"];

/** What it means that there is nothing. */
export const NOTHING_FOUND =
  "No account has permissions of its own, token and reputation belong to the controller, nobody may take from the " +
  "treasury, and nothing is hidden in their storage.";

export function withoutVoteBlock(inspection: Inspection): Block {
  const lines = withoutVoteLines(inspection);
  return block(
    "Without a vote",
    lines.length > 0 ? lines : paragraph(`Nothing was found. ${NOTHING_FOUND}`),
  );
}

export function withoutVoteLines(inspection: Inspection): readonly Line[] {
  return partsOf([
    storageLines(inspection),
    organizationLines(inspection),
    unvotedLines(inspection),
    powerLines(inspection),
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
      return !found.explained && danger`${unexplainedText(owner, found)}`;
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

const MINTING = {
  token: "mint its tokens",
  reputation: "grant and take away reputation, and with it every vote",
};

function organizationLines(inspection: Inspection): Some<Line> {
  const { controller, avatar, token, reputation } = inspection;
  const contracts = [
    ["controller", controller],
    ["avatar", avatar],
    ["token", token.contract],
    ["reputation", reputation.contract],
  ] as const;
  return [
    contracts.map(
      ([name, { address, code }]) =>
        code !== "arc" &&
        danger`The ${name} ${{ address }} does not have Arc's code. What it really does is unknown.`,
    ),
    ownedByOthers(inspection).map(({ what, owner }) =>
      isNotRead(owner)
        ? caution`Who else may ${MINTING[what]} is ${owner}`
        : danger`The DAO's ${what} belongs to ${named(owner)}, not to the controller:
            that account can ${MINTING[what]}.`,
    ),
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

function powerLines(inspection: Inspection): Some<Line> {
  const groups = Map.groupBy(powersWithoutVotes(inspection), ({ through, decider }) =>
    JSON.stringify([through.address, decider]),
  );
  return [...groups.values()].map((powers) => {
    const { through, decider, ability } = powers[0]!;
    const scheme = named(through.address);
    const can = abilityWords(powers);
    if (decider.kind === "unknown") {
      const { contract = through.address, reason, knownBy } = decider;
      const machine =
        contract !== through.address && phrase`, which votes by ${named(contract)}, not Arc's code`;
      return remark(
        isForTests(through.name) ? "danger" : "caution",
        phrase`not known who decides for ${scheme}${machine}: ${{ sentence: reason }}`,
        line`it may: ${can}`,
        line`what would make it known: ${{ sentence: knownBy }}`,
      );
    }
    const { account, as } = decider;
    const { delegate } = keyOf(account, inspection);
    return remark(
      ability === "act as its owner" ? "caution" : "danger",
      phrase`${named(account)} alone, as ${as}${account !== through.address && phrase` (${scheme})`}: ${OWNERS[as] ?? can}`,
      delegate !== undefined &&
        line`so can anyone whom the code of its delegate ${named(delegate)} allows to`,
    );
  });
}

const OWNERS: Readonly<Record<string, string>> = {
  "its owner": "call the functions that only its owner may call",
  "its rewarder": "decide who gets what passed proposals award",
};

function keyOf(
  account: string,
  { schemes, votingMachines }: Inspection,
): Partial<ContractDescription> {
  const all = [...schemes, ...votingMachines].map(({ contract }) => contract);
  return all.find(({ address }) => address === account) ?? {};
}

function schemeLines(described: SchemeDescription, inspection: Inspection): Some<Line> {
  const { contract, permissions, parameters } = described;
  const { address, name = "" } = contract;
  if (parameters === undefined || isNotRead(parameters)) return undefined;
  const scheme: Inline = named(address);
  const { owner = ZeroAddress, votes, initializedFor } = parameters;
  const limiter = otherLimiter(parameters, inspection.avatar.address);
  return [
    isNotRead(owner) && caution`Who owns ${scheme} is ${owner}`,
    initializedFor !== undefined && foreignLine(scheme, initializedFor, owner),
    uninitializedLines(parameters, scheme),
    limiter !== undefined &&
      danger`What ${scheme} may call is limited by constraints that ${named(limiter)}, for which they were initialized, can
        change without a vote.`,
    Object.keys(votes).length === 0 &&
      actsByRules(described, inspection) &&
      (FREE[name]?.(scheme, parameters, inspection) ??
        note`${scheme} may ${powerWords(permissions)}, by its own rules and without proposals.`),
  ];
}

type FreeLine = (
  scheme: Inline,
  parameters: SchemeParametersDescription,
  inspection: Inspection,
) => Line | undefined;

/** What strangers can do through schemes that ask for no vote; others do only what their users expect. */
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

/** One line for each token: how many accounts may take it. */
function allowanceLines({ allowances }: Inspection): Some<Line> {
  if (isNotRead(allowances)) {
    return caution`What others may take from the treasury is ${allowances}`;
  }
  return takersByToken(allowances).map(({ token, spender, amount, operator, accounts }) => {
    if (accounts > 1) {
      return caution`${count(accounts, "account")} may take the token ${named(token)} from the treasury, such as ${named(spender)}.`;
    }
    if (operator !== undefined && !isNotRead(amount)) {
      return caution`${named(spender)} may take everything of the token ${named(token)} from the treasury, as its operator.`;
    }
    return isNotRead(amount)
      ? caution`How much of the token ${named(token)} ${named(spender)} may take from the treasury is ${amount}`
      : caution`${named(spender)} may take ${allowedWords(amount)} of the token ${named(token)} from the treasury.`;
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
  if (isNotRead(treasury)) return caution`Who may take NFTs from the treasury is ${treasury}`;
  const { nfts = [] } = treasury;
  return nfts.map(({ address, mayTake: [first, ...more] = [] }) => {
    if (first === undefined) return undefined;
    const others = more.length > 0 && phrase` and ${count(more.length, "other account")}`;
    return caution`${named(first)}${others} may take NFTs of ${named(address)} from the treasury.`;
  });
}
