import type { FounderDescription, Inspected } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { withUnvotedMints } from "../../../engine/inspect/schemes/founders.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import { toWhole } from "../../../foundation/params/file/numbers.js";
import { afterRewards, rewardsIn, type Rewards } from "../facts/rewards.js";
import { ofRead, type Found, type Rule, type RuleFacts, type RuleResults } from "./rule.js";

export const FOUNDER_RULES: readonly Rule[] = [
  {
    id: "founders",
    severity: "error",
    title:
      "founders got the amounts in the file, at first or by votes since, and nobody else got anything without a vote",
    why: "Reputation decides every vote. Reputation outside the file is power that nobody agreed to.",
    whatToDo:
      "Correct the founders in the file, propose rewards with `dao-migrate propose`, or migrate the DAO again. Find out whose account it is.",
    check: ({ inspection, wanted }) =>
      ofRead("founders", withUnvotedMints(inspection), (found) =>
        inspection.missingEvents === undefined
          ? comparedAll(everybodyIn(found, wanted.founders), inspection)
          : [{ where: "founders", unclear: inspection.missingEvents }],
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

type Amounts = Readonly<Record<"tokens" | "reputation", bigint>>;

interface Compared extends Required<Pick<Found, "where" | "path">> {
  readonly account: string;
  readonly got?: FounderDescription;
  /** Absent if the account is not in the file. */
  readonly wanted?: Amounts;
}

function everybodyIn(
  founding: readonly FounderDescription[],
  founders: RuleFacts["wanted"]["founders"],
): readonly Compared[] {
  const others = new Map(founding.map((got) => [got.account, got]));
  const listed = founders.map(({ address: account, path, ...wanted }): Compared => {
    const got = others.get(account);
    others.delete(account);
    return { where: formatPath(path), path, account, got, wanted };
  });
  const more = [...others.values()].map((got) => ({
    ...{ where: got.account, path: ["founders"], account: got.account, got },
  }));
  return [...listed, ...more];
}

const NOTHING: Amounts = { tokens: 0n, reputation: 0n };

function comparedAll(all: readonly Compared[], dao: RuleFacts["inspection"]): RuleResults {
  const [read, unread] = [rewardsIn(dao, false), rewardsIn(dao, true)];
  const late = new Set((ifRead(dao.unvotedMints) ?? []).map(({ account }) => account));
  return all.flatMap((each) =>
    compare(each, [read(each.account), unread(each.account)], late.has(each.account)),
  );
}

/**
 * Rewards that were voted since count where they bring an account closer to what the file says.
 * @param rewards those that are known to be paid, and those that may be
 * @param isLate whether it got something without a vote
 */
function compare(
  { where, path, account, got, wanted = NOTHING }: Compared,
  [read, unread]: readonly [Rewards, Rewards],
  isLate: boolean,
): RuleResults {
  const first = { tokens: BigInt(got?.tokens ?? 0), reputation: BigInt(got?.reputation ?? 0) };
  const withVotes = ({ tokens, reputation, burnt }: Rewards): Amounts => ({
    tokens: afterRewards(first.tokens, wanted.tokens, tokens),
    reputation: afterRewards(first.reputation, wanted.reputation, reputation, burnt),
  });
  const now = withVotes(read);
  if (isEqual(now, wanted)) return [];
  if (isEqual(withVotes(unread), wanted)) {
    return [
      { where, unclear: "how far a reward that would make up for it has got could not be read" },
    ];
  }
  const found = amountsOf(now);
  const since = isEqual(now, first) ? "" : `, and ${found} with what was voted since`;
  const moment = isLate ? "without a vote" : "when the DAO was created";
  const should = wanted === NOTHING ? "nothing" : amountsOf(wanted);
  const says = wanted === NOTHING ? ", but is not in the file" : `; the file says ${should}`;
  const message = `${account} got ${amountsOf(first)} ${moment}${since}${says}.`;
  return [{ where, path, message, found, wanted: should }];
}

function isEqual(one: Amounts, other: Amounts): boolean {
  return one.tokens === other.tokens && one.reputation === other.reputation;
}

function amountsOf({ tokens, reputation }: Amounts): string {
  return `${toWhole(tokens)} tokens and ${toWhole(reputation)} reputation`;
}

function changeOf(what: string, minted: bigint, supply: Inspected<string>): RuleResults {
  return ofRead(what, supply, (now) => {
    const [found, wanted] = [toWhole(now), toWhole(minted)];
    if (found === wanted) return [];
    const message = `The supply of ${what} is now ${found}; it was ${wanted} when the DAO was created.`;
    return [{ where: what, message, found, wanted }];
  });
}
