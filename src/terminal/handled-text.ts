import type { HandledMove } from "../change/submitting/submit-moves.js";
import type { RunFigures } from "../run/figures.js";
import { oneLine } from "../support/printable.js";
import { grouped } from "./summary.js";

const DID: Readonly<Record<HandledMove["did"], string>> = {
  proposed: "proposed",
  executed: "continued what had passed",
  open: "is open: people can vote",
  waits: "waits",
  left: "is left to others: --calldata or --safe writes what makes it",
  failed: "FAILED before; --again proposes it again",
  impossible: "CANNOT be proposed",
};

/** What was done with each proposal of a change, as text. */
export function handledText(handled: readonly HandledMove[], figures: RunFigures): string {
  const { transactions, gasUsed } = figures;
  const sent = `${transactions} transaction${transactions === 1 ? "" : "s"}, ${grouped(gasUsed)} gas.`;
  if (handled.length === 0) return `Nothing left to propose. ${sent}`;
  const waits = handled.some(({ did }) => !["left", "failed", "impossible"].includes(did));
  return [
    ...handled.flatMap(({ did, why, differences = [], id, reason }) => [
      `${DID[did]}${id === undefined ? "" : `  ${id}`}`,
      `    ${oneLine(why, 1000)}`,
      ...differences.map((each) => `        ${oneLine(each, 1000)}`),
      ...(reason === undefined
        ? []
        : [`    ${did === "waits" ? "for " : ""}${oneLine(reason, 1000)}`]),
    ]),
    "",
    `${sent}${waits ? " Run the same command again when people have voted." : ""}`,
  ].join("\n");
}
