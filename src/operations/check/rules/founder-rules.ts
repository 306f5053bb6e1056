import type { FounderDescription, Read } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import { toWhole } from "../../../foundation/params/file/numbers.js";
import { ofRead, type Found, type Rule, type RuleFacts, type Unclear } from "./rule.js";

/** Rules about who received what when the DAO was created. */
export const FOUNDER_RULES: readonly Rule[] = [
  {
    id: "founders",
    severity: "error",
    title: "founders got the amounts in the file, and nobody else got anything",
    why: "Reputation decides every vote. Reputation outside the file is power that nobody agreed to.",
    whatToDo:
      "Correct the founders in the file, or migrate the DAO again. Find out whose account it is.",
    check: ({ inspection: { founders, missingEvents }, wanted }) =>
      ofRead("founders", founders, (found) =>
        missingEvents === undefined
          ? [...foundersOf(found, wanted.founders), ...others(found, wanted.founders)]
          : [{ where: "founders", unclear: missingEvents }],
      ),
  },
  {
    id: "supply",
    severity: "note",
    title: "supplies have not changed since the DAO was created",
    why: "Every change since then came from votes, or from accounts with permissions at the time.",
    whatToDo:
      "Compare it with the rewards that the DAO voted for. `dao-migrate inspect` lists all holders.",
    check: ({ inspection: { token, reputation, founders } }) =>
      ofRead("supply", founders, (all) => {
        const sumOf = (of: "tokens" | "reputation"): bigint =>
          all.reduce((sum, founder) => sum + BigInt(founder[of]), 0n);
        return [
          ...changeOf("token", sumOf("tokens"), token.totalSupply),
          ...changeOf("reputation", sumOf("reputation"), reputation.totalSupply),
        ];
      }),
  },
];

type WantedFounders = RuleFacts["wanted"]["founders"];

function foundersOf(
  founding: readonly FounderDescription[],
  founders: WantedFounders,
): readonly Found[] {
  return founders.flatMap(({ address, tokens, reputation, path }) => {
    const found = amountsOf(founding.find(({ account }) => account === address));
    const wanted = amountsOf({ tokens, reputation });
    if (found === wanted) return [];
    const message = `${address} got ${found} when the DAO was created; the file says ${wanted}.`;
    return [{ where: formatPath(path), path, message, found, wanted }];
  });
}

function others(
  founding: readonly FounderDescription[],
  founders: WantedFounders,
): readonly Found[] {
  const listed = new Set(founders.map(({ address }) => address));
  return founding
    .filter(({ tokens, reputation }) => tokens !== "0" || reputation !== "0")
    .filter(({ account }) => !listed.has(account))
    .map((founder) => {
      const { account } = founder;
      const found = amountsOf(founder);
      const message = `${account} got ${found} when the DAO was created, but is not in the file.`;
      return { where: account, path: ["founders"], message, found, wanted: "nothing" };
    });
}

function amountsOf({
  tokens = 0n,
  reputation = 0n,
}: Partial<Record<"tokens" | "reputation", bigint | string>> = {}): string {
  return `${toWhole(tokens)} tokens and ${toWhole(reputation)} reputation`;
}

function changeOf(
  what: string,
  minted: bigint,
  supply: Read<string>,
): readonly (Found | Unclear)[] {
  return ofRead(what, supply, (now) => {
    const [found, wanted] = [toWhole(now), toWhole(minted)];
    if (found === wanted) return [];
    const message = `The supply of ${what} is now ${found}; it was ${wanted} when the DAO was created.`;
    return [{ where: what, message, found, wanted }];
  });
}
