import { formatUnits } from "ethers";

import { REPUTATION_LIMIT, UINT256_LIMIT } from "../../../foundation/arc/number-limits.js";
import { totalOf } from "../../governance/redeem-and-execute.js";
import type { ProposalRequest } from "../description.js";

/** A longer period, in seconds, cannot be intended. */
export const CENTURY = 100n * 365n * 86_400n;

/** Why a request can never be carried out, or cannot be what its author meant. */
export function problemsOf(reward: ProposalRequest): readonly string[] {
  if (reward.kind !== "reward") return [];
  const periods = BigInt(reward.periods);
  const length = BigInt(reward.periodLength ?? 0);
  const problems: string[] = [];
  if (periods === 0n) problems.push("It has no periods, so nothing is ever paid.");
  if (length > CENTURY && periods > 0n) {
    const years = formatUnits((length * 10n) / (CENTURY / 100n), 1);
    problems.push(`Its first period ends after ${years} years: nothing is paid until then.`);
  }
  if (totalOf(reward, "reputation") >= REPUTATION_LIMIT) {
    problems.push(
      "It asks for more reputation than a DAO can have (2^128 wei): redeeming it fails.",
    );
  }
  for (const [what, part] of [
    ["of the DAO's tokens", "nativeTokens"],
    ["of ether", "ether"],
    ["of the other token", "externalTokens"],
  ] as const) {
    if (totalOf(reward, part) >= UINT256_LIMIT) {
      problems.push(`Its amount ${what} times its periods overflows a contract's numbers.`);
    }
  }
  if (reward.externalToken === undefined && reward.externalTokens !== "0") {
    problems.push("It asks for an amount of another token but names none: none of it is paid.");
  }
  return problems;
}
