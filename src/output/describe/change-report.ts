import type { Comparison } from "../../engine/inspect/compare/comparison.js";
import type { DaoTransaction } from "../../engine/inspect/compare/read-transactions.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type { Network } from "../../foundation/chain/networks.js";
import type { ChangeProposal, DaoChange } from "../../operations/change/change.js";
import {
  block,
  blockIfAny,
  firstLines,
  joined,
  line,
  named,
  paragraph,
  partsOf,
  phrase,
  untrusted,
} from "../document/document.js";
import type { Inline, Line, Part, Parts, Table } from "../document/document.js";
import { toMarkdown } from "../document/to-markdown.js";
import {
  leftLines,
  proposalBlock,
  remainingBlocks,
  requestsOf,
  stateOf,
  summaryOf,
  transactionLine,
} from "./change.js";
import { comparisonDocument } from "./comparison.js";
import { fewestWords } from "./control.js";
import { fileOf } from "./check.js";
import { warningLines } from "./simulation.js";

/** GitHub takes comments of 65,536 characters, and GitLab of more. */
const LONGEST = 60_000;
const MOST_TRANSACTIONS = 30;

/** What happened to a DAO since the last report. */
export interface DriftReport {
  readonly comparison: Comparison;
  readonly after: Inspection;
  readonly chain: Pick<Network, "name">;
  /** The transactions that did it, oldest first, or why they are not known. */
  readonly transactions: readonly DaoTransaction[] | { readonly notRead: string };
  /** What makes the DAO match its file again, or why that is not known. */
  readonly change: DaoChange | { readonly notRead: string };
  /** Whether everything was read, so that the next report can start here. */
  readonly isWhole: boolean;
}

/** What an edited file changes, for those who have to decide: warnings first, details last. */
export function reviewDocument(change: DaoChange): Parts {
  const { name, network, chainId, block: at, hash, transactions, proposals } = change;
  return block(
    phrase`What ${fileOf(change, "the parameters")} changes in ${name === "" ? "a DAO without a name" : untrusted(name)}`,
    paragraph`${summaryOf(change)}${leastWords(proposals)}`,
    warningsBlock(change),
    overview(change),
    remainingBlocks(change),
    blockIfAny("First, the proposer sends", transactions.map(transactionLine)),
    blockIfAny("Each proposal", proposals.map(proposalBlock)),
    paragraph`${{ address: change.avatar }} on ${{ untrusted: network }} (chain ID ${chainId}), tried on a fork at
      block ${at.number} ${{ code: at.hash }}. Hash ${{ code: hash }}.`,
  );
}

/** What happened to a DAO since the last report, who did it, and what makes it match its file again. */
export function driftDocument(drift: DriftReport): Parts {
  const { comparison, after, chain, transactions, change, isWhole } = drift;
  const { names, body } = comparisonDocument(comparison, after, chain);
  const warnings = "notRead" in change ? [] : warningLines(change.warnings);
  const first = [...body.flatMap(dangersIn), ...warnings];
  const again = paragraph`${{ tone: "caution", text: "Not everything was read" }}, see below. The next report starts
    where this one started, so nothing is missed.`;
  const parts = [
    !isWhole && again,
    blockIfAny("Look at this first", first),
    body,
    whoBlock(transactions),
    towardsFile(change),
  ];
  return { title: phrase`What happened to ${untrusted(after.name)}`, names, body: partsOf(parts) };
}

/** What happened to a DAO that cannot be read any more. */
export function lostDocument(reason: string): Parts {
  return block("The DAO cannot be read any more", paragraph`${{ sentence: reason }}`);
}

function dangersIn(part: Part): readonly Line[] {
  if ("body" in part) return part.body.flatMap(dangersIn);
  return "text" in part && part.tone === "danger" ? [{ ...part, below: undefined }] : [];
}

/** A report as Markdown, short enough for a comment. */
export function reportText(report: Parts): string {
  const text = toMarkdown(report);
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf("\n", LONGEST);
  const missing = (text.length - end).toLocaleString("en-US");
  return `${text.slice(0, end)}\n\n*Cut here: ${missing} more characters. Pass --json for all of it.*`;
}

function warningsBlock({ proposals, warnings }: DaoChange): Part | undefined {
  const own = proposals.flatMap(({ number, warnings: all }) =>
    warningLines(all).map((each) => ({ ...each, text: phrase`Proposal ${number}: ${each.text}` })),
  );
  return blockIfAny("Warnings", warningLines(warnings), own);
}

function overview({ proposals }: DaoChange): Table | undefined {
  if (proposals.length === 0) return undefined;
  return {
    caption: "Proposals",
    heads: ["", "Proposal", "State", "Who can pass it at once", "At the earliest"],
    rows: proposals.map((proposal) => {
      const { number, control, passes, leastSeconds } = proposal;
      return [
        String(number),
        requestsOf(proposal),
        stateOf(proposal),
        control === undefined ? "not known" : fewestWords(control),
        passes.decidedAt === undefined
          ? "cannot pass, as far as was tried"
          : { duration: leastSeconds, exact: true },
      ];
    }),
    align: ["right"],
  };
}

/** How long all proposals take at least, given which wait for which. */
function leastWords(proposals: readonly ChangeProposal[]): Inline {
  if (proposals.length === 0) return undefined;
  if (proposals.some(({ passes }) => passes.decidedAt === undefined)) return undefined;
  const ends = new Map<number, number>();
  for (const { number, after, leastSeconds } of proposals) {
    ends.set(number, leastSeconds + Math.max(0, ...after.map((each) => ends.get(each) ?? 0)));
  }
  return phrase` Passing all of it takes at least ${{ duration: Math.max(...ends.values()) }}.`;
}

function whoBlock(transactions: DriftReport["transactions"]): Part | undefined {
  const title = "Who did it";
  if ("notRead" in transactions) return block(title, paragraph(transactions));
  const lines = transactions.map(
    ({ transaction, block: at, from, to, calls }) =>
      line`${named(from)} called ${to === undefined ? "nothing: it deployed a contract" : named(to)}, block ${at}
        (${{ transaction }})${calls.length > 0 && phrase`; the DAO called ${joined(calls.map((each) => named(each)))}`}`,
  );
  return blockIfAny(title, firstLines(lines, MOST_TRANSACTIONS, " transactions"));
}

/** The two ways out: change the DAO back, or change the file. */
function towardsFile(change: DriftReport["change"]): Part {
  const title = "What can be done";
  if ("notRead" in change) {
    return block(title, paragraph`Whether the DAO matches its file is not known: ${change}`);
  }
  const { matches, proposals, warnings, block: at, hash } = change;
  if (matches === "yes") {
    const more = warnings.length > 0 ? " Look at the warnings above." : " Nothing is needed.";
    return block(title, line`The DAO matches its file.${more}`);
  }
  const file = fileOf(change, "the file");
  const isNew = proposals.some(({ status }) => status === "to be made");
  return block(
    title,
    line(summaryOf(change)),
    isNew && line`To make the DAO what ${file} says: ${{ code: "dao-migrate propose" }}.`,
    line`To make ${file} what the DAO is: ${{ code: "dao-migrate export --now" }}.`,
    leftLines(change),
    overview(change),
    paragraph`Tried at block ${at.number}. Hash ${{ code: hash }}.`,
  );
}
