import type { Network } from "../../foundation/chain/networks.js";
import {
  amount,
  block,
  blockIfAny,
  caution,
  firstLines,
  joined,
  line,
  named,
  paragraph,
  partsOf,
  phrase,
  value,
} from "../document/document.js";
import type { Block, Inline, Line, Unit } from "../document/document.js";
import type {
  Comparison,
  Difference,
  HeldAsset,
  NotCompared,
} from "../../engine/inspect/compare/comparison.js";
import type {
  AccountDescription,
  Inspection,
  NftDescription,
  ProposalDescription,
} from "../../engine/inspect/description.js";
import { allowedWords } from "../../engine/inspect/assets/allowances.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { unexplainedText } from "../../engine/inspect/storage/describe-storage.js";
import { nftRow, tokenWords, unansweredWords } from "./assets.js";
import { proposalDifferenceLines } from "./comparison-proposals.js";
import { schemeDifferenceLines } from "./comparison-schemes.js";
import { earlierControllerLines } from "./schemes.js";
import { accountLine } from "./accounts.js";
import { codeWords, contractWords, namesOf, nameWords } from "./contracts.js";
import {
  debtLines,
  hasDebts,
  IN_JSON,
  listingLines,
  mintableLines,
  unpaidLines,
} from "./promises.js";
import { ETHER, OF_REPUTATION, unitOf } from "./units.js";

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
      line`${{ address: avatar }} on ${where} ${chainId}`,
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
    blockIfAny("Contracts", [...storageLines(differences, dao), ...contractLines(differences)]),
    blockIfAny(phrase`Token: ${tokenWords(dao.token)}`, heldLines(differences, "token", dao)),
    blockIfAny("Reputation", heldLines(differences, "reputation", dao)),
    blockIfAny("Treasury", treasuryLines(differences, dao)),
    blockIfAny("Others may take from the avatar", allowanceLines(differences)),
    blockIfAny("Schemes", schemeDifferenceLines(differences, dao)),
    blockIfAny("Proposals", proposalDifferenceLines({ differences, before }, dao)),
    ...promiseBlocks(differences, dao),
    blockIfAny("Also", valueLines(differences, dao)),
    missing && ({ ...missing, tone: "caution" } as const),
  ].filter((each) => each !== undefined);
}

function ofKind<Kind extends Difference["kind"]>(
  differences: readonly Difference[],
  kind: Kind,
): readonly (Difference & { readonly kind: Kind })[] {
  return differences.filter(
    (each): each is Difference & { readonly kind: Kind } => each.kind === kind,
  );
}

function storageLines(differences: readonly Difference[], dao: Inspection): readonly Line[] {
  const found = ofKind(differences, "value").map(({ path }) => hiddenIn(path, dao));
  return [...new Set(found)].flatMap((text) => (text === undefined ? [] : caution(text)));
}

/** What is said of the storage that a difference is about, if something may be hidden there now. */
function hiddenIn(path: string, { storage }: Inspection): string | undefined {
  const [owner, read] =
    Object.entries(storage).find(([name]) => path.startsWith(`storage.${name}.`)) ?? [];
  if (owner === undefined || read === undefined || isNotRead(read) || read.explained) return;
  return unexplainedText(owner, read);
}

function contractLines(differences: readonly Difference[]): readonly Line[] {
  return [
    ...ofKind(differences, "controller").map(({ before, after }) =>
      caution(
        phrase`the DAO was handed to the controller ${contractWords(after)}`,
        line`before ${contractWords(before)}`,
      ),
    ),
    ...ofKind(differences, "code").map(({ before, after }) =>
      caution(
        phrase`different code: ${{ address: after.address }}, ${codeWords(after)}`,
        line`before ${codeWords(before)}`,
      ),
    ),
    ...ofKind(differences, "implementation").map(({ of, before, after }) =>
      caution(
        phrase`the proxy ${{ address: of.address }} now runs the code of ${contractWords(after)}`,
        line`before ${contractWords(before)}`,
      ),
    ),
  ];
}

function heldLines(
  differences: readonly Difference[],
  held: HeldAsset,
  { token }: Inspection,
): readonly Line[] {
  const unit = held === "token" ? unitOf(token) : OF_REPUTATION;
  const own = differences.filter((each) => "of" in each && each.of === held);
  const holdings = ofKind(own, "holding").map((each) => {
    const { grew, by } = changeOf(each, unit);
    const holds = each.after === "0" ? "nothing" : amount(each.after, unit);
    return line`${each.founder && "founder "}${named(each.account)} now holds ${holds}, ${by} ${grew ? "more" : "less"}`;
  });
  return [
    ...ofKind(own, "owner").map(
      ({ after, before }) =>
        caution`now belongs to ${{ address: after }}, before to ${{ address: before }}`,
    ),
    ...ofKind(own, "supply").map((each) => {
      const { grew, by } = changeOf(each, unit);
      return line`supply ${grew ? "grew" : "shrank"} by ${by} to ${amount(each.after, unit)}`;
    }),
    ...firstLines(holdings, MOST_HOLDERS, IN_JSON),
  ];
}

function treasuryLines(
  differences: readonly Difference[],
  { treasury }: Inspection,
): readonly Line[] {
  const changes = ofKind(differences, "treasury").map((each) => {
    const { token, after } = each;
    const unit = token === undefined ? ETHER : unitOf(token, "the token");
    const of = token !== undefined && phrase` ${{ address: token.address }}`;
    const { grew, by } = changeOf(each, unit);
    return line`${grew ? "gained" : "lost"} ${by}${of}: ${amount(after, unit)} now`;
  });
  const others = ofKind(differences, "value").flatMap(({ path, before, after }) => {
    const [, part, address = ""] = TREASURY_PART.exec(path) ?? [];
    if (part === "nfts") {
      const [was, is] = [before, after].map((each) => nftWords(each as NftDescription | undefined));
      return line`${is}, before ${was}`;
    }
    if (part !== "unanswered") return [];
    if (after !== undefined) return line(unansweredWords({ address, reason: after as string }));
    const held = ifRead(treasury)?.tokens.find((each) => each.address === address);
    const holds = held === undefined ? "nothing" : amount(held.amount, unitOf(held, "the token"));
    return line`the token ${named(address)} answers again: the avatar holds ${holds} of it`;
  });
  return [...changes, ...others];
}

/** What the treasury has apart from amounts, as paths name it. */
const TREASURY_PART = /^treasury\.(nfts|unanswered)\[(\w+)\]$/;

function nftWords(nfts: NftDescription | undefined): Inline {
  return nfts === undefined ? "nothing" : joined(nftRow(nfts), " ");
}

function allowanceLines(differences: readonly Difference[]): readonly Line[] {
  return ofKind(differences, "allowance").map(({ spender, token, operator, before, after }) => {
    if (operator === undefined)
      return line`${named(spender)}: ${allowedWords(after)} of the token ${named(token)}, before ${allowedWords(before)}`;
    const [now, then] = after === "0" ? ["nothing", "all"] : ["all", "nothing"];
    return line`${named(spender)}, as an operator: ${now} of the token ${named(token)}, before ${then}`;
  });
}

function changeOf(
  { before, after }: { readonly before: string; readonly after: string },
  unit: Unit,
): { readonly grew: boolean; readonly by: Inline } {
  const change = BigInt(after) - BigInt(before);
  return { grew: change > 0n, by: amount(change < 0n ? -change : change, unit) };
}

interface Promised {
  readonly title: string;
  readonly lines: (of: Inspection) => readonly Line[];
  readonly none: string;
}

/**
 * Parts that are shown as they are now, in the same words as a full inspection, because differences between numbers
 * would say little.
 */
const PROMISES: Readonly<Record<string, Promised>> = {
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
  earlierControllers: {
    title: "controllers that it was upgraded from",
    lines: earlierControllerLines,
    none: "Upgraded from no other controller",
  },
  listings: {
    title: "in lists of DAOs",
    lines: listingLines,
    none: "No longer in any list of DAOs",
  },
};

function promiseBlocks(differences: readonly Difference[], after: Inspection): readonly Block[] {
  const changed = new Set(ofKind(differences, "value").map(rootOf));
  return [...changed].sort().flatMap((name) => {
    if (!Object.hasOwn(PROMISES, name)) return [];
    const { title, lines, none } = PROMISES[name]!;
    return blockIfAny(`Changed: ${title}`, lines(after)) ?? block(none);
  });
}

function rootOf({ path }: { readonly path: string }): string {
  return path.split(/[.[]/)[0]!;
}

function valueLines(differences: readonly Difference[], dao: Inspection): readonly Line[] {
  return ofKind(differences, "value")
    .filter((each) => !Object.hasOwn(PROMISES, rootOf(each)) && !TREASURY_PART.test(each.path))
    .filter(({ path }) => hiddenIn(path, dao) === undefined)
    .map(({ path, before, after }) => {
      if (/^accounts\[\w+\]$/.test(path)) {
        const [was, is] = [before, after] as (AccountDescription | undefined)[];
        const gone = was && line`${value(path)}: nothing, before ${contractWords(was.contract)}`;
        return is === undefined ? gone! : accountLine(is, dao);
      }
      const [, id] = /^proposals\[(.+?)\]\.unpaid$/.exec(path) ?? [];
      if (id === undefined) return line`${value(path)}: ${shown(after)}, before ${shown(before)}`;
      const unpaid = (after ?? []) as Required<ProposalDescription>["unpaid"];
      if (!isNotRead(unpaid) && unpaid.length === 0)
        return line`${value(id)} has paid everything that it promised`;
      return line(value(id), unpaidLines({ unpaid }, dao));
    });
}

function shown(of: unknown): Inline {
  return of === undefined ? "nothing" : value(of);
}

function notComparedLine({ path, before, after, unknowable }: NotCompared): Line {
  if (unknowable === true) return line`${value(path)}: ${value(after ?? "")}`;
  const reasons = [
    before !== undefined && phrase`not read before: ${value(before)}`,
    after !== undefined && phrase`not read now: ${value(after)}`,
  ];
  return line`${value(path)}: ${joined(reasons, "; ")}`;
}
