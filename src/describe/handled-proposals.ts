import type { HandledProposal } from "../change/carry/submit-proposals.js";
import { group, type Inline, line, type Parts, phrase } from "../document/document.js";
import type { RunFigures } from "../run/figures.js";

const DONE: Readonly<Record<HandledProposal["outcome"], Inline>> = {
  proposed: "proposed",
  executed: "continued what had passed",
  open: "is open: people can vote",
  waits: "waits",
  left: "is left to others: --calldata or --safe writes what makes it",
  failed: [{ tone: "danger", text: "failed" }, " before; --again proposes it again"],
  impossible: [{ tone: "danger", text: "cannot" }, " be proposed"],
};

/** What was done with each proposal of a change. */
export function handledDocument(
  handled: readonly HandledProposal[],
  { transactions, gasUsed }: RunFigures,
): Parts {
  const sent = phrase`${transactions} transaction${transactions !== 1 && "s"}, ${{ number: gasUsed }} gas.`;
  if (handled.length === 0) return line(phrase`Nothing left to propose. ${sent}`);
  const waits = handled.some(({ outcome }) => !["left", "failed", "impossible"].includes(outcome));
  return [
    handled.map(({ outcome, why, differences = [], id, reason }) =>
      line(
        [DONE[outcome], id !== undefined && ["  ", { code: id }]],
        line({ sentence: why }, ...differences.map((each) => line({ sentence: each }))),
        reason !== undefined && line([outcome === "waits" && "for ", { sentence: reason }]),
      ),
    ),
    group(line([sent, waits && " Run the same command again when people have voted."])),
  ];
}
