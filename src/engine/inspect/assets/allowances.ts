import { MaxUint256 } from "ethers";

import type { AllowanceDescription } from "../description.js";

export function allowanceKey({
  token,
  spender,
  operator,
}: Omit<AllowanceDescription, "amount">): string {
  return [token, spender, operator].join(" ");
}

/** For each token, one that may take it, an operator before others, and how many accounts may. */
export function takersByToken(
  allowances: readonly AllowanceDescription[],
): readonly (AllowanceDescription & { readonly accounts: number })[] {
  return [...Map.groupBy(allowances, ({ token }) => token).values()].map((given) => ({
    ...(given.find(({ operator }) => operator) ?? given[0]!),
    accounts: new Set(given.map(({ spender }) => spender)).size,
  }));
}

/** How much an allowance lets somebody take. Many give the largest number there is, and some tokens count it down. */
export function allowedWords(wei: string, words = `${wei} wei`): string {
  return BigInt(wei) >= MaxUint256 / 2n ? "an unlimited amount" : words;
}
