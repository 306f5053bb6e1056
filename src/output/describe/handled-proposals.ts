import type { HandledProposal } from "../../operations/change/carry/propose-or-wait.js";
import { group, line, phrase, type Inline, type Parts } from "../document/document.js";
import type { MigrationRun, RunFigures } from "../../operations/run/figures.js";

const FAILED = phrase`${{ tone: "danger", text: "failed" }} before`;
const CANNOT = phrase`${{ tone: "danger", text: "cannot" }} be proposed`;
/** What becomes of a proposal: in a preview, and when it was done. */
export const OUTCOMES: Readonly<
  Record<HandledProposal["outcome"], { readonly before: Inline; readonly after: Inline }>
> = {
  proposed: { before: "propose", after: "proposed" },
  executed: { before: "continue", after: "continued what had passed" },
  open: { before: "is open", after: "is open: people can vote" },
  waits: { before: "waits", after: "waits" },
  left: {
    before: "is left to others",
    after: "is left to others (--calldata or --safe writes the transaction)",
  },
  failed: { before: FAILED, after: phrase`${FAILED}; --again proposes it again` },
  impossible: { before: CANNOT, after: CANNOT },
};

/** What was done with each proposal of a change. */
export function handledDocument(
  handled: readonly HandledProposal[],
  { transactions, gasUsed }: RunFigures,
  matches: MigrationRun["matches"] = "yes",
): Parts {
  const sent = phrase`${transactions} transaction${transactions !== 1 && "s"}, ${{ number: gasUsed }} gas.`;
  const differs =
    matches === "no"
      ? " The DAO still differs from the file: `dao-migrate plan` says in what."
      : matches === "not known" &&
        " Not everything could be compared: `dao-migrate plan` says what.";
  if (handled.length === 0) return line`Nothing left to propose.${differs} ${sent}`;
  const waits = handled.some(({ outcome }) => !["left", "failed", "impossible"].includes(outcome));
  return [
    handled.map(({ outcome, why, differences = [], id, reason }) =>
      line(
        [OUTCOMES[outcome].after, id !== undefined && ["  ", { code: id }]],
        line({ sentence: why }, ...differences.map((each) => line({ sentence: each }))),
        reason !== undefined && line([outcome === "waits" && "for ", { sentence: reason }]),
      ),
    ),
    group(line([sent, waits && " Run the same command again when people have voted."])),
  ];
}
