import type { SimulationWarning, UnprovenCode } from "../simulation.js";
import { warning } from "./warnings.js";

/** Why it is not known what a proposal does; undefined if it always did the same. */
export function whyUnknown(unproven?: UnprovenCode): string | undefined {
  const { dependsOn = [], looksAt = [] } = unproven ?? {};
  if (dependsOn.length === 0) {
    if (looksAt.length === 0) return undefined;
    return `it looks at ${looksAt.join(" and at ")}, so it can wait for one that was not tried`;
  }
  return `it behaves differently when ${dependsOn.join(" or ")} differ${dependsOn.length === 1 ? "s" : ""}`;
}

/** Says on what it depends what unproven code does. */
export function unprovenWarnings(unproven?: UnprovenCode): readonly SimulationWarning[] {
  const why = whyUnknown(unproven);
  if (unproven === undefined || why === undefined) return [];
  return [
    warning("behaves-differently", {
      what: `What it does is not known: ${why}.${unproven.difference === undefined ? "" : ` On this fork: ${unproven.difference}.`}`,
      why: "Code can recognise a fork, or wait for a sender or a time, and do harm only then.",
      check: `The sources of ${unproven.contracts.join(", ")}, for what they read of block and sender.`,
      todo: "Vote against it unless somebody explains this.",
    }),
  ];
}
