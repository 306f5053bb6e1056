import {
  JUST_REGISTERED,
  leastForAll,
  permits,
  REGISTERING_ABILITIES,
} from "../../../foundation/arc/permissions.js";
import type { Inspection, VoteRules } from "../description.js";
import { ifRead, isNotRead } from "../reading/attempt.js";
import { percentOf } from "../reading/percent.js";
import { activationOf, isTooLate, valuesOf } from "./by-votes.js";
import { isFinal, powersOf, type Power, type VotesDecider } from "./powers.js";

/** How the powers over a DAO differ between two inspections of it. */
export interface PowerChanges {
  /** Powers that nobody had before: what can be done is new, who decides, or rules that are less strict in any respect. */
  readonly gained: readonly Power[];
  /** The powers before of which nothing is left, or only by more votes, or only for others. */
  readonly lost: readonly LostPower[];
  /** Accounts whose share of the votes differs, in percent with two decimals; undefined if unknown. */
  readonly shares: ShareChanges | undefined;
}

type ShareChanges = readonly Readonly<Record<"account" | "before" | "after", string>>[];

type Possible = "yes" | "no" | "not known";

export interface LostPower {
  readonly was: Power;
  /** The easiest way that is left, if one is. */
  readonly left?: Power & { readonly decider: VotesDecider };
  /** To whom it is left: votes instead of the account that could, an account instead of votes, or nobody knows. */
  readonly remains?: "others" | "not known";
}

/** Voting rules of which more is stricter. All others have to be the same. */
const STRICTER = new Set([
  "votePerc",
  "queuedVoteRequiredPercentage",
  "queuedVotePeriodLimit",
  "boostedVotePeriodLimit",
  "preBoostedVotePeriodLimit",
  "thresholdConst",
  "quietEndingPeriod",
  "minimumDaoBounty",
]);

export function comparePowers(before: Inspection, after: Inspection): PowerChanges {
  const [had, has] = [powersOf(before), powersOf(after)];
  const gained = has.filter((power) => !had.some((each) => covers(each, power, before, after)));
  const lost = lostOf(had, has, after.block.timestamp);
  return { gained, lost, shares: sharesOf(before, after) };
}

/**
 * Whether somebody has enough votes to register a scheme, at once or with a new controller. Only a trial shows that it
 * works.
 */
export function canRegister(dao: Inspection): Possible {
  const ways = waysToRegister(dao);
  if (ways.length === 0) return "no";
  return ways.some((each) => isUsable(each, dao.block.timestamp) === "yes") ? "yes" : "not known";
}

/** Whether what registers any scheme before only registers some afterwards: a permission that is lost never comes back. */
export function limitsRegistering(before: Inspection, after: Inspection): boolean {
  const [was, is] = [before, after].map(waysToRegister);
  const isLimited = ({ upTo }: Power): boolean => upTo !== undefined;
  return is!.length > 0 && is!.every(isLimited) && !was!.every(isLimited);
}

/**
 * The permissions of a scheme that a DAO could register, by which everything that it could register is within reach.
 * @param after the DAO that is to register it
 */
export function mostRegistered(before: Inspection, after: Inspection): string {
  const ways = waysToRegister(before).map(({ upTo }) => upTo ?? leastForAll(!isFinal(after)));
  return ways.sort((a, b) => Number(BigInt(b) - BigInt(a)))[0] ?? JUST_REGISTERED;
}

/** The ways to register schemes that are not known to be unusable. */
function waysToRegister(dao: Inspection): readonly Power[] {
  return powersOf(dao).filter(
    (each) =>
      REGISTERING_ABILITIES.includes(each.ability) && isUsable(each, dao.block.timestamp) !== "no",
  );
}

function isUsable({ decider }: Power, now: number): Possible {
  if (decider.kind === "unknown") return "not known";
  if (decider.kind !== "votes") return "yes";
  const { fewest, boosting, rules } = decider;
  if (isTooLate(activationOf([valuesOf(rules)]), now)) return "no";
  return fewest === undefined ? "not known" : fewest.length > 0 || boosting ? "yes" : "no";
}

/** Whether those who have one power already had the other one. */
function covers(one: Power, other: Power, before: Inspection, after: Inspection): boolean {
  if (one.ability !== other.ability) return false;
  if (one.calls !== undefined && other.calls?.every((each) => one.calls!.includes(each)) !== true) {
    return false;
  }
  if (one.limits !== undefined && one.limits !== other.limits) return false;
  if (!reaches(one, other)) return false;
  const isSameScheme = one.through.address === other.through.address;
  const [was, is] = [one.decider, other.decider];
  if (was.kind === "account" && is.kind === "account") {
    const isOwner = other.ability === "act as its owner";
    return was.account === is.account && (isSameScheme || !isOwner);
  }
  if (was.kind === "votes" && is.kind === "votes") {
    return was.votingMachine === is.votingMachine && isAsStrict(is.rules, was.rules, after);
  }
  if (was.kind === "rules" && is.kind === "rules") {
    return isSameScheme && JSON.stringify(was.values) === JSON.stringify(is.values);
  }
  // What is unknown is the same only if nothing of the scheme changed.
  const schemeIn = ({ schemes }: Inspection) =>
    JSON.stringify(schemes.find(({ contract }) => contract.address === other.through.address));
  return was.kind === is.kind && isSameScheme && schemeIn(before) === schemeIn(after);
}

/** Whether one power changes every scheme that the other one can. */
function reaches({ upTo }: Power, { upTo: needed }: Power): boolean {
  return upTo === undefined || (needed !== undefined && !permits(needed, ~BigInt(upTo)));
}

/** Whether rules are nowhere less strict than others. */
function isAsStrict(rules: VoteRules, than: VoteRules, { block }: Inspection): boolean {
  if (Object.keys(rules)[0] !== Object.keys(than)[0]) return false;
  const [is, was] = [valuesOf(rules), valuesOf(than)];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].every((name) => {
    const [one, other] = [is[name], was[name]];
    if (JSON.stringify(one) === JSON.stringify(other)) return true;
    if (name === "activationTime") return [one, other].every((at) => Number(at) <= block.timestamp);
    return STRICTER.has(name) && Number(one) >= Number(other);
  });
}

/** The rules in which one set is less strict than another, or simply different, by name. */
export function differingRules(
  rules: VoteRules,
  than: VoteRules,
): readonly (readonly [name: string, is: unknown, was: unknown])[] {
  const [is, was] = [valuesOf(rules), valuesOf(than)];
  return Object.keys(is)
    .filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
    .map((name) => [name, is[name], was[name]]);
}

function lostOf(had: readonly Power[], has: readonly Power[], now: number): readonly LostPower[] {
  const byAbility = Map.groupBy(had, (each) =>
    [each.ability, each.calls?.join(" "), each.upTo, holderOf(each)].join(),
  );
  return [...byAbility.values()].flatMap((ways): readonly LostPower[] => {
    const before = easiest(ways.filter((each) => isUsable(each, now) === "yes"));
    if (before === undefined || before.ability === "act as its owner") return [];
    const usable = has.filter((each) => isUsable(each, now) !== "no");
    return lossOf(before, usable);
  });
}

/** What those who had a power lose, given everything that can be done afterwards. */
function lossOf(was: Power, has: readonly Power[]): readonly LostPower[] {
  const { ability, calls, decider } = was;
  // An account that can register schemes without a vote can also unregister them.
  const is = (each: Power): boolean =>
    each.ability === ability ||
    (ability === "unregister schemes" &&
      each.ability === "register schemes" &&
      each.decider.kind !== "votes");
  const left = has.filter(
    (each) =>
      is(each) &&
      reaches(each, was) &&
      (each.calls === undefined || calls?.every((to) => each.calls!.includes(to)) === true),
  );
  if (left.length === 0) return [{ was }];
  if (decider.kind !== "votes" && decider.kind !== "account") return [];
  const after = easiest(left.filter((each) => holderOf(each) === holderOf(was)));
  if (after === undefined) {
    const isUnknown = left.every((each) => each.decider.kind === "unknown");
    return [{ was, remains: isUnknown ? "not known" : "others" }];
  }
  // Without the holders, it is not known how many it takes, which the shares say.
  if (after.decider.kind !== "votes" || after.decider.fewest === undefined) return [];
  const boosts = ({ decider: each }: Power): boolean => each.kind === "votes" && each.boosting;
  const isHarder =
    (sizeOf(after) > sizeOf(was) && !isDrift(was, after)) || (boosts(was) && !left.some(boosts));
  return isHarder ? [{ was, left: { ...after, decider: after.decider } }] : [];
}

/** Whether only the shares of the votes differ, which are told by themselves, and no account decided alone. */
function isDrift({ decider: was }: Power, after: Power): boolean {
  const { decider: is } = after;
  if (was.kind !== "votes" || is.kind !== "votes" || was.votingMachine !== is.votingMachine)
    return false;
  const isSame = JSON.stringify(was.rules) === JSON.stringify(is.rules);
  return isSame && was.fewest?.length !== 1 && sizeOf(after) < Infinity;
}

/** Whose a power is: an account's own, or that of all who vote. */
function holderOf({ decider }: Power): string {
  return decider.kind === "account" ? decider.account : decider.kind;
}

/** The power that the fewest accounts decide about. */
function easiest(powers: readonly Power[]): Power | undefined {
  return powers.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0];
}

function sizeOf({ decider }: Power): number {
  return decider.kind === "votes" ? decider.fewest?.length || Infinity : 1;
}

export function sharesOf(before: Inspection, after: Inspection): PowerChanges["shares"] {
  const [was, is] = [before, after].map(({ reputation: { holders, totalSupply } }) => {
    if (isNotRead(holders) || isNotRead(totalSupply)) return undefined;
    const shareOf = (wei: string): string => percentOf(BigInt(wei), BigInt(totalSupply));
    return new Map(holders.map(({ account, amount }) => [account, shareOf(amount)]));
  });
  if (was === undefined || is === undefined) return undefined;
  const accounts = [...new Set([...is.keys(), ...was.keys()])];
  const share = (of: ReadonlyMap<string, string>, account: string) => of.get(account) ?? "0.00";
  return accounts
    .map((account) => ({ account, before: share(was, account), after: share(is, account) }))
    .filter((each) => each.before !== each.after);
}

/** Accounts whose share grows, those with most afterwards first. */
export function risenOf(shares: PowerChanges["shares"] = []): ShareChanges {
  return shares
    .filter((each) => Number(each.after) > Number(each.before))
    .toSorted((one, other) => Number(other.after) - Number(one.after));
}

/**
 * How much of all votes moves to accounts that had less of them before, in percent: of one total, in which somebody else
 * gets what comes later. 0 if the votes are not known.
 */
export function shiftOf(before: Inspection, after: Inspection, later = 0n): number {
  const [was, is] = [before, after].map(({ reputation }) => ({
    held: new Map((ifRead(reputation.holders) ?? []).map((each) => [each.account, each.amount])),
    all: BigInt(ifRead(reputation.totalSupply) ?? 0),
  }));
  // Of a DAO in which nobody had votes, all of them move.
  const [then, now] = [was!.all || 1n, is!.all + later];
  let moved = later * then;
  for (const [account, amount] of is!.held) {
    const more = BigInt(amount) * then - BigInt(was!.held.get(account) ?? 0) * now;
    if (more > 0n) moved += more;
  }
  return Number(percentOf(moved, then * now));
}

/** Accounts that can pass proposals alone, and could not by the same rules before. */
export function newlyAlone(before: Inspection, after: Inspection): readonly string[] {
  const [was, is] = [before, after].map((dao) =>
    powersOf(dao).flatMap(({ through, decider }) =>
      decider.kind === "votes"
        ? [{ key: JSON.stringify([through.address, decider.rules]), alone: decider.alone ?? [] }]
        : [],
    ),
  );
  const found = is!.flatMap(({ key, alone }) => {
    const same = was!.find((each) => each.key === key);
    return same === undefined ? [] : alone.filter((each) => !same.alone.includes(each));
  });
  return [...new Set(found)];
}
