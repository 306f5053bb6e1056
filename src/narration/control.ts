import { ZeroAddress } from "ethers";

import type { Inspection, Read, VoteRules } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { MigrationError } from "../support/errors.js";
import { count, counted, list, listNames, paragraph, percent, sayTime } from "./words.js";

/** Groups that are described one by one; the rest is summed up. */
export const MOST_GROUPS = 5;

/** Holders of equal shares that are named. */
const MOST_NAMED = 3;

/** @throws MigrationError if it could not be read: a story must not be incomplete */
export function required<Value>(what: string, value: Read<Value>): Value {
  if (!isNotRead(value)) return value;
  throw new MigrationError(
    `The story of this DAO cannot be told, as ${what} could not be read: ${value.notRead}. ` +
      "Use a node that has all events and the state of the latest block.",
  );
}

/** Items with the same key together, in the order of the first of each. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Who has the votes, by which rules proposals pass, and how few accounts can pass one. */
export function sayControl(
  { reputation, control, schemes }: Inspection,
  nameOf: (address: string) => string,
): string {
  const supply = BigInt(required("its reputation", reputation.totalSupply));
  const holders = required("who has its reputation", reputation.holders);
  const groups = groupsOf(holders, ({ amount }) => amount);
  const shares = groups.slice(0, MOST_GROUPS).map((group) => {
    const share = percent(BigInt(group[0]!.amount), supply);
    const names = list(group.map(({ account }) => nameOf(account)));
    if (group.length === 1) return `${names} has ${share}`;
    return `${group.length > MOST_NAMED ? count(group.length, "account") : names} have ${share} each`;
  });
  const rest = groups.slice(MOST_GROUPS).flat();
  const sum = rest.reduce((all, { amount }) => all + BigInt(amount), 0n);
  if (rest.length > 0) shares.push(`${counted(rest.length)} more have ${percent(sum, supply)}`);
  const ways = required("who controls it", control).map(({ scheme, vote, accounts }) => {
    const { parameters } = schemes.find(({ contract }) => contract.address === scheme)!;
    const { rules } = required("how it votes", parameters!).votes[vote]!;
    return { scheme, way: sayRules(required("how it votes", rules), accounts, nameOf) };
  });
  return paragraph(
    holders.length === 0 ? "Nobody can vote." : `Of all reputation, ${list(shares)}.`,
    ...groupsOf(ways, ({ way }) => way).map((same) => {
      const names = [...new Set(same.map(({ scheme }) => scheme))].map(nameOf);
      return `Proposals of ${listNames(names)} ${same[0]!.way}.`;
    }),
  );
}

/** @param fewest the smallest group that can decide whatever the others vote */
function sayRules(
  rules: VoteRules,
  fewest: readonly string[],
  nameOf: (address: string) => string,
): string {
  const [values] = Object.values(rules) as [{ readonly voteOnBehalf?: string }];
  const { voteOnBehalf = ZeroAddress } = values;
  const other =
    voteOnBehalf === ZeroAddress ? "" : ". An account may vote in place of every member";
  const who =
    fewest.length === 0
      ? "which all members together do not have"
      : fewest.length === 1
        ? `which ${nameOf(fewest[0]!)} has alone`
        : `which takes at least ${counted(fewest.length)} accounts`;
  if ("QuorumVote" in rules) {
    return `are decided by most votes once more than ${rules.QuorumVote.votePerc} percent of all reputation has voted, ${who}${other}`;
  }
  if ("AbsoluteVote" in rules) {
    return `pass with more than ${rules.AbsoluteVote.votePerc} percent of all reputation, ${who}${other}`;
  }
  const { queuedVoteRequiredPercentage, queuedVotePeriodLimit, boostedVotePeriodLimit } =
    rules.GenesisProtocol;
  const queued = `pass with more than ${queuedVoteRequiredPercentage} percent of all reputation within ${sayTime(queuedVotePeriodLimit)}, ${who}`;
  return `${queued}. If stakes boost one, most votes decide after ${sayTime(boostedVotePeriodLimit)}${other}`;
}
