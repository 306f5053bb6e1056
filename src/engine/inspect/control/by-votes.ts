import {
  isRoundedOff,
  majorityOf,
  requiredPercentage,
} from "../../governance/majority-and-boost.js";
import { speakerOf } from "../../governance/vote-and-stake.js";
import type { Rules } from "../../../foundation/params/stored-vote-parameters.js";
import type {
  ControlDescription,
  HolderDescription,
  Inspected,
  ReputationDescription,
  SchemeDescription,
  VoteRules,
} from "../description.js";
import { ifRead, isNotRead } from "../reading/attempt.js";
import { percentOf } from "../reading/percent.js";

/**
 * For each registered scheme that votes, the smallest group of accounts that can pass its proposals regardless of all
 * other votes: the largest holders, until they have more than needed.
 */
export function describeControl(
  schemes: readonly SchemeDescription[],
  { contract, holders, totalSupply }: Omit<ReputationDescription, "owner">,
): Inspected<readonly ControlDescription[]> {
  if (contract.code !== "arc") {
    // It may give a voting machine other answers than it gives its readers.
    const notRead = `the reputation ${contract.address} does not have Arc's code, so it may count other votes than it shows`;
    return { notRead, unknowable: true };
  }
  if (isNotRead(holders)) return holders;
  if (isNotRead(totalSupply)) return totalSupply;
  const supply = BigInt(totalSupply);
  return schemes.flatMap(({ contract, permissions, parameters }) =>
    Object.entries(ifRead(parameters)?.votes ?? {}).flatMap(([vote, { rules }]) => {
      if (isNotRead(rules)) return [];
      const needed = neededVotes(rules, supply);
      const all = fewest(holders, supply, needed);
      const voteOnBehalf = speakerOf(valuesOf(rules));
      const alone = decidesForAll(rules, { totalSupply });
      const accounts = alone === undefined ? [] : [alone];
      return {
        scheme: contract.address,
        permissions: permissions.bytes,
        vote,
        neededPercent: percentIn(rules),
        ...(isRoundedOff(supply, valuesOf(rules)) && { needed: String(needed) }),
        ...(voteOnBehalf === undefined ? all : { accounts, share: "100.00", voteOnBehalf }),
        boosting: decidesBoosted(rules, supply),
      };
    }),
  );
}

/** The values of rules, whatever the voting machine. */
export function valuesOf(rules: VoteRules): Rules {
  return Object.values(rules)[0] as Rules;
}

/** From when on proposals are accepted under all of these rules, UNIX seconds: GenesisProtocol has an activation time. */
export function activationOf(all: readonly Rules[]): number {
  return Math.max(0, ...all.map(({ activationTime = 0 }) => Number(activationTime)));
}

/**
 * The account that votes for every holder, and so decides alone; undefined if holders vote for themselves, or if all
 * reputation is too little and no boost makes fewer votes enough.
 */
export function decidesForAll(
  rules: VoteRules,
  { totalSupply }: Pick<ReputationDescription, "totalSupply">,
): string | undefined {
  const speaker = speakerOf(valuesOf(rules));
  if (isNotRead(totalSupply) || "GenesisProtocol" in rules) return speaker;
  const supply = BigInt(totalSupply);
  return supply > neededVotes(rules, supply) ? speaker : undefined;
}

/** Whether something takes more than a year, and may as well never happen. Both times are UNIX seconds. */
export function isTooLate(at: number, now: number): boolean {
  return at - now > 366 * 86_400;
}

/** Whether few votes decide about a boosted proposal, before it is too late. Without any reputation there are none. */
function decidesBoosted(rules: VoteRules, supply: bigint): boolean {
  if (!("GenesisProtocol" in rules) || supply === 0n) return false;
  const { preBoostedVotePeriodLimit = 0, boostedVotePeriodLimit = 0 } = valuesOf(rules);
  return !isTooLate(Number(preBoostedVotePeriodLimit) + Number(boostedVotePeriodLimit), 0);
}

/** Who has enough votes under these rules: each alone, and the fewest together. */
export function decidersOf(rules: VoteRules, { holders, totalSupply }: ReputationDescription) {
  const known = { neededPercent: percentIn(rules), boosting: decidesBoosted(rules, 1n) };
  if (isNotRead(holders) || isNotRead(totalSupply)) return known;
  const supply = BigInt(totalSupply);
  const needed = neededVotes(rules, supply);
  const alone = holders.filter(({ amount }) => BigInt(amount) > needed);
  return {
    ...known,
    boosting: decidesBoosted(rules, supply),
    alone: alone.map(({ account }) => account),
    fewest: fewest(holders, supply, needed).accounts,
  };
}

/** More votes than this pass a proposal at once, in wei of reputation. */
export function neededVotes(rules: VoteRules, supply: bigint): bigint {
  return majorityOf(supply, valuesOf(rules));
}

function percentIn(rules: VoteRules): number {
  return Number(requiredPercentage(valuesOf(rules)));
}

function fewest(
  holders: readonly HolderDescription[],
  supply: bigint,
  needed: bigint,
): Pick<ControlDescription, "accounts" | "share"> {
  const accounts: string[] = [];
  let sum = 0n;
  for (const { account, amount } of holders) {
    if (sum > needed) break;
    accounts.push(account);
    sum += BigInt(amount);
  }
  return { accounts: sum > needed ? accounts : [], share: percentOf(sum, supply) };
}
