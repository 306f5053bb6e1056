import { formatEther } from "ethers";

import { isNotRead } from "../../inspect/reading/attempt.js";
import type { Read } from "../../inspect/description.js";
import { formatPath } from "../../params/file/issues.js";
import type { Founding } from "../facts/check-facts.js";
import type { Found, Rule, RuleFacts, Unclear } from "./rule.js";

/** Rules about who received what when the DAO was created. */
export const FOUNDER_RULES: readonly Rule[] = [
  {
    id: "founders",
    severity: "error",
    title: "founders got the amounts in the file, and nobody else got anything",
    why: "Reputation decides every vote. Reputation outside the file is power that nobody agreed to.",
    whatToDo:
      "Correct the founders in the file, or migrate the DAO again. Find out whose account it is.",
    check: (facts) => {
      const { founding, missingEvents, wanted } = facts;
      if (isNotRead(founding)) return [{ where: "founders", unclear: founding.notRead }];
      if (missingEvents !== undefined) return [{ where: "founders", unclear: missingEvents }];
      return [...foundersOf(founding, wanted.founders), ...others(founding, wanted.founders)];
    },
  },
  {
    id: "supply",
    severity: "note",
    title: "supplies have not changed since the DAO was created",
    why: "Every change since then came from votes, or from accounts with permissions at the time.",
    whatToDo:
      "Compare it with the rewards that the DAO voted for. `dao-migrate inspect` lists all holders.",
    check: ({ inspection: { token, reputation }, founding }) => {
      if (isNotRead(founding)) return [{ where: "supply", unclear: founding.notRead }];
      return [
        ...changeOf("token", founding.tokens, token.totalSupply),
        ...changeOf("reputation", founding.reputation, reputation.totalSupply),
      ];
    },
  },
];

type WantedFounders = RuleFacts["wanted"]["founders"];

function foundersOf(founding: Founding, founders: WantedFounders): readonly Found[] {
  return founders.flatMap(({ address, tokens, reputation, path }) => {
    const found = amountsText(founding, address);
    const wanted = text(tokens, reputation);
    if (found === wanted) return [];
    const message = `${address} got ${found} when the DAO was created; the file says ${wanted}.`;
    return [{ where: formatPath(path), path, message, found, wanted }];
  });
}

function others(founding: Founding, founders: WantedFounders): readonly Found[] {
  const listed = new Set(founders.map(({ address }) => address));
  const accounts = new Set([...founding.tokens.keys(), ...founding.reputation.keys()]);
  return [...accounts]
    .filter((account) => !listed.has(account))
    .map((account) => {
      const found = amountsText(founding, account);
      const message = `${account} got ${found} when the DAO was created, but is not in the file.`;
      return { where: account, path: ["founders"], message, found, wanted: "nothing" };
    });
}

function amountsText({ tokens, reputation }: Founding, account: string): string {
  return text(tokens.get(account) ?? 0n, reputation.get(account) ?? 0n);
}

function text(tokens: bigint, reputation: bigint): string {
  return `${whole(tokens)} tokens and ${whole(reputation)} reputation`;
}

function whole(wei: bigint): string {
  return formatEther(wei).replace(/\.0$/, "");
}

function changeOf(
  what: string,
  minted: ReadonlyMap<string, bigint>,
  supply: Read<string>,
): readonly (Found | Unclear)[] {
  if (isNotRead(supply)) return [{ where: what, unclear: supply.notRead }];
  const beginning = [...minted.values()].reduce((sum, amount) => sum + amount, 0n);
  const found = whole(BigInt(supply));
  const wanted = whole(beginning);
  if (found === wanted) return [];
  const message = `The supply of ${what} is now ${found}; it was ${wanted} when the DAO was created.`;
  return [{ where: what, message, found, wanted }];
}
