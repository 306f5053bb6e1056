import { formatEther } from "ethers";

import { abilityInWords } from "../../../foundation/arc/permissions.js";
import { differingRules, type LostPower } from "../../../engine/inspect/control/compare-powers.js";
import { powersOf, type Power, type VotesDecider } from "../../../engine/inspect/control/powers.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import type { PowerVerdict, SimulationWarning } from "../simulation.js";
import {
  firstOf,
  nameOf,
  inconclusive,
  READ_ALL,
  warning,
  type WarningId,
  type WarningTexts,
} from "./warnings.js";

/** A change of power, with the warning that says so. */
export interface PowerChange extends Omit<PowerVerdict["changes"][number], "what"> {
  readonly warning: SimulationWarning;
}

export function gain(who: readonly string[], id: WarningId, texts: WarningTexts): PowerChange {
  return { kind: "gains", who, warning: warning(id, texts) };
}

/** A change of power of which it is not known what it is. */
export function notKnown(
  who: readonly string[],
  texts: WarningTexts,
  id: WarningId = "control",
): PowerChange {
  return { kind: "unknown", who, warning: inconclusive(id, texts) };
}

/** What could not be read before and after, so that it is not known whether it changes. */
export function unread(what: string, why: string, check: string): PowerChange {
  return notKnown([], {
    ...{ what: `${what} could not be read before and after.`, why, check },
    todo: READ_ALL,
  });
}

/** Powers that are new. Those of one scheme with the same decider are told together. */
export function gainedChanges(
  gained: readonly Power[],
  before: Inspection,
  after: Inspection,
): readonly PowerChange[] {
  return alike(gained, keyOf).map((same) => gainedChange(same, before, after));
}

function gainedChange(same: OneOrMore<Power>, before: Inspection, after: Inspection): PowerChange {
  const [power] = same;
  const { decider, through } = power;
  const name = nameOf(through);
  const can = [...new Set(same.map(abilityWords))].join("; ");
  if (decider.kind === "account") {
    const isScheme = through.code === "account";
    const id = isScheme ? "account-gains-permissions" : "account-decides-alone";
    return gain([decider.account], id, {
      what: isScheme
        ? `The account ${decider.account} can do this alone, without a vote: ${can}.`
        : `${decider.account} decides alone about ${name}, as ${decider.as}, and so can: ${can}.`,
      why: "Anyone who has this one address, or can put a contract there, needs no other votes.",
      check: "Whose address it is, and whether a contract should be there on this network.",
    });
  }
  const check = "Whether the DAO wants these rules for this power.";
  const possible = `Through ${name}, this becomes possible: ${can}.`;
  if (decider.kind === "votes") {
    return gain(deciding(decider), "power-gained", {
      what: `${possible} ${votersWords(decider, after)}.${rulesWords(power, decider, before)}`,
      why: "Nobody had this power by these rules before.",
      check,
    });
  }
  return gain([through.address], "power-gained", {
    what: `${possible} It may do so by its own rules, without proposals.${mintWords(power, after)}`,
    why: "What it does needs no vote of the DAO.",
    check,
  });
}

/** Powers that are new and of which it is unknown who decides about them. */
export function unknownChanges(gained: readonly Power[]): readonly PowerChange[] {
  return alike(gained, keyOf).flatMap((same): PowerChange | readonly [] => {
    const [{ decider, through }] = same;
    if (decider.kind !== "unknown") return [];
    const isCode = through.code === "unknown";
    const looks = through.looksLike === undefined ? "" : ` It looks like ${through.looksLike}.`;
    const texts = {
      what: `Through ${nameOf(through)}, this becomes possible: ${same.map(abilityWords).join("; ")}. Who decides about it is not known: ${decider.reason}.${looks}`,
      why: "That account, whichever it is, can do this to the DAO.",
      check: decider.knownBy,
      todo: "Vote against it until that is known.",
    };
    const who = [through.address];
    if (!isCode) return notKnown(who, texts, "unknown-rules");
    return { kind: "unknown", who, warning: warning("unknown-code-gains-permissions", texts) };
  });
}

/** Powers that are gone, take more votes, or are left to others. */
export function lostChanges(
  lost: readonly LostPower[],
  before: Inspection,
): readonly PowerChange[] {
  const alikeBy = ({ was: { decider }, left, remains }: LostPower) =>
    JSON.stringify(left?.decider ?? (remains && (decider.kind === "account" ? decider : "votes")));
  return alike(lost, alikeBy).map((same) => lostChange(same, before));
}

const REMAINS: Readonly<Record<Required<LostPower>["remains"], string>> = {
  others: "Others can still do it, by rules of their own.",
  "not known": "Whether others can still do it is not known.",
};

function lostChange(same: OneOrMore<LostPower>, before: Inspection): PowerChange {
  const [lost] = same;
  const can = [...new Set(same.map((each) => abilityWords(each.was)))].join("; ");
  const { decider } = lost.was;
  const isVoted = decider.kind === "votes";
  const then = isVoted ? ` Before: ${votersWords(decider, before)}.` : "";
  const alone = decider.kind === "account" ? [decider.account] : [];
  return {
    kind: "loses",
    who: isVoted ? deciding(decider) : alone,
    warning: warning("power-lost", {
      what: `${lossWords(lost, can, before)}${then}`,
      why:
        lost.remains === undefined
          ? "What nobody can pass, the DAO can no longer do."
          : REMAINS[lost.remains],
      check: "Which schemes are left: `dao-migrate inspect` lists them.",
    }),
  };
}

function lossWords(
  { was: { decider }, left, remains }: LostPower,
  can: string,
  before: Inspection,
) {
  if (left !== undefined)
    return `This takes more votes afterwards: ${can}. ${votersWords(left.decider, before)}.`;
  if (remains === "not known") return `No vote by known rules can do this any more: ${can}.`;
  if (remains === undefined) return `Nobody can do this any more: ${can}.`;
  return decider.kind === "account"
    ? `${decider.account} can no longer do this alone: ${can}.`
    : `No vote can do this any more, but somebody without votes still can: ${can}.`;
}

type OneOrMore<Item> = readonly [Item, ...Item[]];

/** Items in groups of the same key, in the order of the first of each. */
function alike<Item>(
  items: readonly Item[],
  of: (item: Item) => string | undefined,
): readonly OneOrMore<Item>[] {
  return [...Map.groupBy(items, of).values()] as unknown as readonly OneOrMore<Item>[];
}

function keyOf({ through, decider }: Power): string {
  return JSON.stringify([through.address, decider]);
}

function abilityWords({ ability, calls, limits, upTo, through, decider }: Power): string {
  if (ability === "unregister schemes")
    return upTo === undefined ? ability : `${ability} with at most ${upTo}`;
  if (ability === "act as its owner") {
    return `what only ${decider.kind === "account" ? decider.as.replace("its", "the") : "the owner"} of ${through.name ?? "the contract"} ${through.address} may do`;
  }
  const which = calls === undefined ? "any contract" : calls.join(", ") || "nothing yet";
  const words = abilityInWords(ability, upTo).replace("any contract", which);
  return limits === undefined ? words : `${words} (${limits})`;
}

/** The accounts that can pass a proposal: each alone, or the fewest together. */
function deciding({ alone = [], fewest = [] }: VotesDecider): readonly string[] {
  return alone.length > 0 ? alone : fewest;
}

export function votersWords(decider: VotesDecider, dao: Inspection): string {
  const { alone, fewest, neededPercent, boosting } = decider;
  const bar = `more than ${neededPercent}% of the reputation decides at once`;
  const few = boosting ? "; a boosted proposal needs only more votes for it than against it" : "";
  if (alone === undefined || fewest === undefined)
    return `Who has enough votes is unknown (${bar}${few})`;
  const accounts = deciding(decider);
  const list = firstOf(accounts.map((account) => `${account} (${shareOf(account, dao)}%)`));
  const who =
    accounts.length === 0
      ? "Nobody has enough votes"
      : alone.length > 1
        ? `Each of ${alone.length} accounts decides alone: ${list}`
        : alone.length === 1
          ? `One account decides alone: ${list}`
          : `The fewest who decide together are ${accounts.length} accounts: ${list}`;
  return `${who} (${bar}${few})`;
}

function shareOf(account: string, { reputation: { holders, totalSupply } }: Inspection): string {
  const held = ifRead(holders)?.find((each) => each.account === account)?.amount ?? "0";
  return percentOf(BigInt(held), BigInt(ifRead(totalSupply) ?? 0));
}

/** How the rules differ from those by which the same was decided before. */
function rulesWords({ ability }: Power, decider: VotesDecider, before: Inspection): string {
  const ways = powersOf(before).filter((each) => each.ability === ability);
  const deciders = ways.flatMap((each) => (each.decider.kind === "votes" ? each.decider : []));
  const { votingMachine, rules } = decider;
  const was = deciders.find((each) => each.votingMachine === votingMachine) ?? deciders[0];
  if (was === undefined) return " Nobody could do that before by a vote.";
  if (was.votingMachine !== votingMachine) {
    return ` The votes are counted by ${Object.keys(rules)[0]} ${votingMachine}; before, by ${Object.keys(was.rules)[0]} ${was.votingMachine}, with more than ${was.neededPercent}%.`;
  }
  const differing = differingRules(rules, was.rules).map(
    ([name, is, then]) => `${name} ${String(is)} (before ${String(then)})`,
  );
  return differing.length === 0 ? "" : ` Rules that differ: ${differing.join(", ")}.`;
}

/** How much a scheme can mint without a proposal. */
function mintWords({ through }: Power, { mintable, reputation }: Inspection): string {
  const found = ifRead(mintable)?.find(({ scheme }) => scheme === through.address);
  if (found === undefined) return "";
  const most = ifRead(found.atMost);
  if (most === undefined) return ` It can mint reputation for ${found.to}, without a known limit.`;
  const supply = BigInt(ifRead(reputation.totalSupply) ?? 0);
  return ` It can mint up to ${formatEther(most)} reputation for ${found.to}: ${percentOf(BigInt(most), supply + BigInt(most))}% of all then.`;
}

/** Shares of the reputation that rose. */
export function riseWords(risen: PowerVerdict["shares"]): string {
  return firstOf(
    risen.map((each) => `${each.account} (${each.before}% before, ${each.after}% after)`),
  );
}

/** @param alone the accounts; nothing is said of none */
export function aloneWords(alone: readonly string[]): string {
  return alone.length > 0 ? ` ${alone.join(", ")} can then pass proposals alone.` : "";
}
