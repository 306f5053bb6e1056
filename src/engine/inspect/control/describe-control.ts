import { majorityOf } from "../../governance/majority.js";
import type {
  ControlDescription,
  HolderDescription,
  SchemeDescription,
  VoteRules,
} from "../description.js";
import { ifRead, isNotRead } from "../reading/attempt.js";
import { percentOf } from "../reading/percent.js";

/**
 * For each registered scheme that votes, the smallest group of accounts that can pass its proposals regardless of all
 * other votes: the largest holders, until they have more than needed.
 * @param holders largest first
 * @param supply total reputation, wei
 */
export function describeControl(
  schemes: readonly SchemeDescription[],
  holders: readonly HolderDescription[],
  supply: bigint,
): readonly ControlDescription[] {
  return schemes.flatMap(({ contract, permissions, parameters }) =>
    Object.entries(ifRead(parameters)?.votes ?? {}).flatMap(([vote, { rules }]) => {
      if (isNotRead(rules)) return [];
      const { neededPercent, isAlpha } = majorityRule(rules);
      const needed = majorityOf(supply, BigInt(neededPercent), isAlpha);
      return {
        scheme: contract.address,
        permissions: permissions.bytes,
        vote,
        neededPercent,
        ...fewest(holders, supply, needed),
        boosting: "GenesisProtocol" in rules,
      };
    }),
  );
}

/** The fields tell alphas, which lack some. */
function majorityRule(rules: VoteRules): { neededPercent: number; isAlpha: boolean } {
  if ("GenesisProtocol" in rules) {
    const { queuedVoteRequiredPercentage, preBoostedVotePeriodLimit } = rules.GenesisProtocol;
    const isAlpha = preBoostedVotePeriodLimit === undefined;
    return { neededPercent: queuedVoteRequiredPercentage, isAlpha };
  }
  const { votePerc, voteOnBehalf } =
    "AbsoluteVote" in rules ? rules.AbsoluteVote : rules.QuorumVote;
  return { neededPercent: votePerc, isAlpha: voteOnBehalf === undefined };
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
