import type { Network } from "../chain/networks.js";
import {
  amount,
  block,
  blockIfAny,
  caution,
  line,
  paragraph,
  partsOf,
  phrase,
  value,
  type Block,
  type Inline,
  type Line,
  type Unit,
} from "../document/document.js";
import type {
  Comparison,
  Difference,
  HeldChange,
  NotCompared,
} from "../inspect/compare/comparison.js";
import type { Inspection } from "../inspect/description.js";
import { tokenWords } from "./assets.js";
import { proposalDifferenceLines } from "./comparison-proposals.js";
import { schemeDifferenceLines } from "./comparison-schemes.js";
import { codeWords, contractWords, namesOf, nameWords } from "./contracts.js";
import { debtLines, hasDebts, listingLines, mintableLines } from "./promises.js";
import { ETHER, OF_REPUTATION, unitOf } from "./units.js";

/** The most accounts with changed balances to list. */
const MOST_HOLDERS = 20;

/**
 * What changed, with a heading for each part of the DAO.
 * @param after the later inspection, for names and units
 */
export function comparisonDocument(
  comparison: Comparison,
  after: Inspection,
  chain: Pick<Network, "name">,
): Block {
  const { before, after: now, chainId, avatar, differences } = comparison;
  const isNamed = chain.name !== String(chainId);
  const where = isNamed ? [{ untrusted: chain.name }, ", chain ID"] : "the chain with ID";
  const blockWords = ({ number, timestamp }: Comparison["before"]): Inline =>
    phrase`block ${number} of ${{ time: timestamp }}`;
  const body = partsOf([
    block(
      nameWords(after.name),
      line(phrase`${{ address: avatar }} on ${where} ${chainId}`),
      line(
        before.number === now.number
          ? phrase`${blockWords(now)}, both times`
          : phrase`from ${blockWords(before)} to ${blockWords(now)}`,
      ),
    ),
    differences.length === 0 && paragraph("Nothing changed."),
    differenceBlocks(comparison, after),
  ]);
  return { names: namesOf(after), body };
}

/**
 * What changed: a block for each part of the DAO.
 * @param dao the later inspection, or one with the same names, units and debts
 */
export function differenceBlocks(
  { differences, notCompared, before }: Pick<Comparison, "differences" | "notCompared" | "before">,
  dao: Inspection,
): readonly Block[] {
  const missing = blockIfAny("Not compared", notCompared.map(notComparedLine));
  return [
    blockIfAny("Contracts", contractLines(differences)),
    blockIfAny(phrase`Token: ${tokenWords(dao.token)}`, heldLines(differences, "token", dao)),
    blockIfAny("Reputation", heldLines(differences, "reputation", dao)),
    blockIfAny("Treasury", treasuryLines(differences)),
    blockIfAny("Others may take from the avatar", allowanceLines(differences)),
    blockIfAny("Schemes", schemeDifferenceLines(differences, dao)),
    blockIfAny("Proposals", proposalDifferenceLines({ differences, before }, dao)),
    ...promiseBlocks(differences, dao),
    blockIfAny("Also", valueLines(differences)),
    missing && ({ ...missing, tone: "caution" } as const),
  ].filter((each) => each !== undefined);
}

function contractLines(differences: readonly Difference[]): readonly Line[] {
  return differences.flatMap((each) => {
    if (each.kind === "controller") {
      const before = line(phrase`before ${contractWords(each.before)}`);
      return caution(
        phrase`the DAO was handed to the controller ${contractWords(each.after)}`,
        before,
      );
    }
    if (each.kind !== "code") return [];
    const before = line(phrase`before ${codeWords(each.before)}`);
    return caution(
      phrase`different code: ${{ address: each.after.address }}, ${codeWords(each.after)}`,
      before,
    );
  });
}

function heldLines(
  differences: readonly Difference[],
  of: HeldChange,
  { token }: Inspection,
): readonly Line[] {
  const unit = of === "token" ? unitOf(token) : OF_REPUTATION;
  const lines = differences.flatMap((each) => {
    if (each.kind === "owner" && each.of === of) {
      const [now, before] = [{ address: each.after }, { address: each.before }];
      return caution(phrase`now belongs to ${now}, before to ${before}`);
    }
    if (each.kind !== "supply" || each.of !== of) return [];
    const { grew, by } = changeOf(each, unit);
    return line(phrase`supply ${grew ? "grew" : "shrank"} by ${by} to ${amount(each.after, unit)}`);
  });
  const holdings = differences.flatMap((each) => {
    if (each.kind !== "holding" || each.of !== of) return [];
    const { grew, by } = changeOf(each, unit);
    const holds = each.after === "0" ? "nothing" : amount(each.after, unit);
    return line(
      phrase`${each.founder && "founder "}${{ address: each.account, named: true }} now holds ${holds}, ${by} ${grew ? "more" : "less"}`,
    );
  });
  const rest = holdings.length - MOST_HOLDERS;
  return [
    ...lines,
    ...holdings.slice(0, MOST_HOLDERS),
    ...(rest > 0 ? [line(`and ${rest} more (the JSON has them all)`)] : []),
  ];
}

function treasuryLines(differences: readonly Difference[]): readonly Line[] {
  return differences.flatMap((each) => {
    if (each.kind !== "treasury") return [];
    const { token } = each;
    const unit = token === undefined ? ETHER : unitOf(token, "the token");
    const of = token !== undefined && phrase` ${{ address: token.address }}`;
    const { grew, by } = changeOf(each, unit);
    return line(phrase`${grew ? "gained" : "lost"} ${by}${of}: ${amount(each.after, unit)} now`);
  });
}

function allowanceLines(differences: readonly Difference[]): readonly Line[] {
  return differences.flatMap((each) =>
    each.kind === "allowance"
      ? line(
          phrase`${{ address: each.spender, named: true }}: ${each.after} wei of the token
            ${{ address: each.token, named: true }}, before ${each.before}`,
        )
      : [],
  );
}

function changeOf(
  { before, after }: { readonly before: string; readonly after: string },
  unit: Unit,
): { readonly grew: boolean; readonly by: Inline } {
  const change = BigInt(after) - BigInt(before);
  return { grew: change > 0n, by: amount(change < 0n ? -change : change, unit) };
}

/**
 * Parts that are shown as they are now, in the same words as a full inspection, because differences between numbers
 * would say little.
 */
const PROMISES: Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly lines: (of: Inspection) => readonly Line[];
      readonly none: string;
    }
  >
> = {
  owes: {
    title: "promises of proposals that passed, not redeemed yet",
    lines: (of) => (hasDebts(of) ? debtLines(of) : []),
    none: "Nothing is owed any longer",
  },
  mintable: {
    title: "reputation that can still be minted without a vote",
    lines: mintableLines,
    none: "No reputation can be minted without a vote any longer",
  },
  listings: {
    title: "in lists of DAOs",
    lines: listingLines,
    none: "No longer in any list of DAOs",
  },
};

function promiseBlocks(differences: readonly Difference[], after: Inspection): readonly Block[] {
  const changed = new Set(differences.flatMap((each) => promiseOf(each) ?? []));
  return [...changed].sort().map((name) => {
    const { title, lines, none } = PROMISES[name]!;
    return blockIfAny(`Changed: ${title}`, lines(after)) ?? block(none);
  });
}

function promiseOf(difference: Difference): string | undefined {
  if (difference.kind !== "value") return undefined;
  const [root = ""] = difference.path.split(/[.[]/);
  return Object.hasOwn(PROMISES, root) ? root : undefined;
}

function valueLines(differences: readonly Difference[]): readonly Line[] {
  return differences.flatMap((each) =>
    each.kind === "value" && promiseOf(each) === undefined
      ? line(phrase`${value(each.path, 500)}: ${shown(each.after)}, before ${shown(each.before)}`)
      : [],
  );
}

function shown(of: unknown): Inline {
  return of === undefined ? "nothing" : value(of, 500);
}

function notComparedLine({ path, before, after, unknowable }: NotCompared): Line {
  const where = value(path, 500);
  if (unknowable === true) return line(phrase`${where}: ${value(after ?? "", 500)}`);
  const both = before !== undefined && after !== undefined;
  return line(
    phrase`${where}: ${before !== undefined && phrase`not read before: ${value(before, 500)}`}${
      both && "; "
    }${after !== undefined && phrase`not read now: ${value(after, 500)}`}`,
  );
}
