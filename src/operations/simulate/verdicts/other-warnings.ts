import type { OtherProposals, SimulatedOutcome, SimulationWarning } from "../simulation.js";
import { isFine, isUnknown } from "./verdicts.js";
import { firstOf, inconclusive, warning, type WarningId } from "./warnings.js";

/** What another pending proposal changes if it passes before or after this one. */
export function otherWarnings({ tried, notTried }: OtherProposals): readonly SimulationWarning[] {
  const warnings = tried.flatMap(({ id, touches, afterIt, beforeIt, itAlone }) => {
    const on = `Both touch ${touches.join(", ")}`;
    const todo = "Decide on both together";
    return [
      ...warningOf("fails-after-another", afterIt, {
        unknown: `Whether this one does what it says if the pending proposal ${id} passes first is unknown`,
        wrong: `If the pending proposal ${id} passes first, this one does not do what it says`,
        why: `${on}, and it may be decided first.`,
        check: "What the other one asks for, and whether both can be paid and carried out.",
        todo: `${todo}, or make this one wait.`,
      }),
      ...warningOf("breaks-another", isFine(itAlone) ? beforeIt : undefined, {
        unknown: `Whether the pending proposal ${id} still does what it says if this one passes first is unknown`,
        wrong: `If this one passes first, the pending proposal ${id} no longer does what it says`,
        why: `${on}.`,
        check: "What the other one asks for, and which of the two the DAO prefers.",
        todo: `${todo}.`,
      }),
    ];
  });
  const count = notTried.length;
  if (count === 0) return warnings;
  const [subject, they, them] =
    count === 1
      ? ["One more pending proposal overlaps with this one and was", "it asks", "it"]
      : [`${count} more pending proposals overlap with this one and were`, "they ask", "them"];
  return [
    ...warnings,
    inconclusive("other-proposals", {
      what: `${subject} not tried with it.`,
      why: "Each takes seconds, so only the oldest are tried.",
      check: `What ${they} for: ${firstOf(notTried)}.`,
      todo: `Add up what all of them ask for, or simulate ${them}, too.`,
    }),
  ];
}

interface Texts extends Pick<SimulationWarning, "why" | "check" | "todo"> {
  readonly unknown: string;
  readonly wrong: string;
}

/** A warning unless an outcome is fine. */
function warningOf(
  id: WarningId,
  outcome: SimulatedOutcome | undefined,
  { unknown, wrong, ...texts }: Texts,
): readonly SimulationWarning[] {
  if (outcome === undefined || isFine(outcome)) return [];
  const [warn, words] = isUnknown(outcome) ? [inconclusive, unknown] : [warning, wrong];
  return [warn(id, { what: `${words}: ${reasonsOf(outcome)}.`, ...texts })];
}

function reasonsOf({ passes, missing }: SimulatedOutcome): string {
  if (missing.length > 0) return missing.join("; ");
  return passes === "inconclusive" ? "who can vote is unknown" : `it ${passes}`;
}
