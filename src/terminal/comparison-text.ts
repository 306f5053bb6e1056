import type { Comparison, Difference, NotCompared } from "../inspect/compare/comparison.js";
import type { Inspection } from "../inspect/description.js";
import type { Network } from "../chain/networks.js";
import { oneLine } from "../support/printable.js";
import { proposalDifferenceLines } from "./comparison-proposals-text.js";
import { schemeDifferenceLines } from "./comparison-schemes-text.js";
import { debtLines, listingLines, mintableLines } from "./inspection-promises-text.js";
import { contractText } from "./inspection-text.js";
import { amountText, isNotRead, said, timeText, valueText } from "./inspection-words.js";

/** The most accounts with changed balances to list. */
const MOST_HOLDERS = 20;
/** Decimals of reputation and ether, and of amounts in tokens that do not return theirs. */
const DECIMALS = 18;

/**
 * What changed, as text with a heading for each part of the DAO.
 * @param after the later inspection, for names and units
 */
export function comparisonText(
  comparison: Comparison,
  after: Inspection,
  chain: Pick<Network, "name">,
): string {
  const { before, after: now, chainId, avatar, differences } = comparison;
  const period =
    before.number === now.number
      ? `block ${now.number} of ${timeText(now.timestamp)}, both times`
      : `from block ${before.number} of ${timeText(before.timestamp)} to block ${now.number} of ${timeText(now.timestamp)}`;
  return [
    [
      said(after.name) || "(a DAO without a name)",
      `${avatar} on ${chain.name === String(chainId) ? "the chain with ID" : `${oneLine(chain.name)}, chain ID`} ${chainId}`,
      period,
    ],
    ...(differences.length === 0 ? [["Nothing changed."]] : []),
    ...differenceParts(comparison, after),
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/**
 * What changed, as text: for each part of the DAO, lines below a heading.
 * @param dao the later inspection, or one with the same names, units and debts
 */
export function differenceParts(
  { differences, notCompared, before }: Pick<Comparison, "differences" | "notCompared" | "before">,
  dao: Inspection,
): readonly (readonly string[])[] {
  return [
    titled("Contracts", contractLines(differences)),
    titled(tokenTitle(dao), heldLines(differences, "token", dao)),
    titled("Reputation", heldLines(differences, "reputation", dao)),
    titled("Treasury", treasuryLines(differences)),
    titled("Others may take from the avatar", allowanceLines(differences)),
    titled("Schemes", schemeDifferenceLines(differences, dao)),
    titled("Proposals", proposalDifferenceLines({ differences, before }, dao)),
    ...promiseParts(differences, dao),
    titled("Also", valueLines(differences)),
    titled("! Not compared", notCompared.map(notComparedLine)),
  ].filter((part) => part.length > 0);
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function contractLines(differences: readonly Difference[]): string[] {
  return differences.flatMap((each) => {
    if (each.kind === "controller") {
      return [
        `! the DAO was handed to the controller ${contractText(each.after)}`,
        `  before ${contractText(each.before)}`,
      ];
    }
    if (each.kind !== "code") return [];
    return [
      `! different code: ${contractText(each.after)}`,
      `  before ${contractText(each.before).replace(/^0x\w+, /, "")}`,
    ];
  });
}

function tokenTitle({ token }: Inspection): string {
  return `Token: ${said(token.name)} (${said(token.symbol)})${isNotRead(token.decimals) ? ", amounts in wei" : ""}`;
}

function heldLines(
  differences: readonly Difference[],
  of: "token" | "reputation",
  { token }: Inspection,
): string[] {
  const own = isNotRead(token.decimals) ? 0 : token.decimals;
  const decimals = of === "token" ? own : DECIMALS;
  const lines = differences.flatMap((each) => {
    if (each.kind === "owner" && each.of === of) {
      return `! now belongs to ${each.after}, before to ${each.before}`;
    }
    if (each.kind !== "supply" || each.of !== of) return [];
    const { grew, by } = changeOf(each, decimals);
    return `supply ${grew ? "grew" : "shrank"} by ${by} to ${amountText(each.after, decimals)}`;
  });
  const holdings = differences.flatMap((each) => {
    if (each.kind !== "holding" || each.of !== of) return [];
    const { grew, by } = changeOf(each, decimals);
    const holds = each.after === "0" ? "nothing" : amountText(each.after, decimals);
    return `${each.founder ? "founder " : ""}${each.account} now holds ${holds}, ${by} ${grew ? "more" : "less"}`;
  });
  const rest = holdings.length - MOST_HOLDERS;
  return [
    ...lines,
    ...holdings.slice(0, MOST_HOLDERS),
    ...(rest > 0 ? [`and ${rest} more (--json has them all)`] : []),
  ];
}

function treasuryLines(differences: readonly Difference[]): string[] {
  return differences.flatMap((each) => {
    if (each.kind !== "treasury") return [];
    const { token } = each;
    const decimals =
      token === undefined ? DECIMALS : isNotRead(token.decimals) ? 0 : token.decimals;
    const unit =
      token === undefined
        ? "ether"
        : `${isNotRead(token.decimals) ? "wei of " : ""}${isNotRead(token.symbol) ? "the token" : said(token.symbol)} ${token.address}`;
    const { grew, by } = changeOf(each, decimals);
    return `${grew ? "gained" : "lost"} ${by} ${unit}: ${amountText(each.after, decimals)} now`;
  });
}

function allowanceLines(differences: readonly Difference[]): string[] {
  return differences.flatMap((each) =>
    each.kind === "allowance"
      ? `${each.spender}: ${each.after} wei of the token ${each.token}, before ${each.before}`
      : [],
  );
}

function changeOf(
  { before, after }: { readonly before: string; readonly after: string },
  decimals: number,
): { readonly grew: boolean; readonly by: string } {
  const change = BigInt(after) - BigInt(before);
  const by = amountText(String(change < 0n ? -change : change), decimals);
  return { grew: change > 0n, by };
}

/**
 * Parts that are shown as they are now, in the same words as a full inspection, because differences between numbers
 * would say little.
 */
const PROMISES: Readonly<
  Record<string, { readonly lines: (of: Inspection) => readonly string[]; readonly none: string }>
> = {
  owes: { lines: debtLines, none: "Nothing is owed any longer" },
  mintable: { lines: mintableLines, none: "No reputation can be minted without a vote any longer" },
  listings: { lines: listingLines, none: "No longer in any list of DAOs" },
};

function promiseParts(
  differences: readonly Difference[],
  after: Inspection,
): readonly (readonly string[])[] {
  const changed = new Set(differences.flatMap((each) => promiseOf(each) ?? []));
  return [...changed].sort().map((name) => {
    const { lines, none } = PROMISES[name]!;
    const now = lines(after);
    return now.length === 0 ? [none] : [`Changed: ${now[0]!}`, ...now.slice(1)];
  });
}

function promiseOf(difference: Difference): string | undefined {
  if (difference.kind !== "value") return undefined;
  const [root = ""] = difference.path.split(/[.[]/);
  return Object.hasOwn(PROMISES, root) ? root : undefined;
}

function valueLines(differences: readonly Difference[]): string[] {
  return differences.flatMap((each) =>
    each.kind === "value" && promiseOf(each) === undefined
      ? `${oneLine(each.path)}: ${shown(each.after)}, before ${shown(each.before)}`
      : [],
  );
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : valueText(value);
}

function notComparedLine({ path, before, after, unknowable }: NotCompared): string {
  if (unknowable === true) return `${oneLine(path)}: ${oneLine(after ?? "")}`;
  const parts = [
    ...(before === undefined ? [] : [`not read before: ${oneLine(before)}`]),
    ...(after === undefined ? [] : [`not read now: ${oneLine(after)}`]),
  ];
  return `${oneLine(path)}: ${parts.join("; ")}`;
}
