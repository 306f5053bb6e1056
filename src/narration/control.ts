import { ZeroAddress } from "ethers";

import type { Inspection, VoteRules } from "../inspect/description.js";
import { count, counted, groupsOf, list, listNames } from "./words.js";
import { paragraph, percent, required, sayTime } from "./words.js";

/** Groups that are described one by one; the rest is summed up. */
export const MOST_GROUPS = 5;

/** Holders of equal shares that are named. */
const MOST_NAMED = 3;

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
  const [{ voteOnBehalf = ZeroAddress }] = Object.values(rules) as [{ voteOnBehalf?: string }];
  const other =
    voteOnBehalf === ZeroAddress ? "" : ". An account may vote in place of every member";
  const [one, ...others] = fewest;
  const who =
    one === undefined
      ? "which all members together do not have"
      : others.length === 0
        ? `which ${nameOf(one)} has alone`
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
