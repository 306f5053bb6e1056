import {
  inconclusive,
  warning,
  type OtherProposals,
  type SimulatedOutcome,
  type SimulationWarning,
} from "../simulation.js";

/** What another pending proposal changes if it passes before or after this one. */
export function otherWarnings({ tried, notTried }: OtherProposals): readonly SimulationWarning[] {
  const warnings: SimulationWarning[] = [];
  for (const { id, touches, afterIt, beforeIt, itAlone } of tried) {
    const on = `Both touch ${touches.join(", ")}`;
    if (!isFine(afterIt)) {
      const warn = isUnknown(afterIt) ? inconclusive : warning;
      warnings.push(
        warn("fails-after-another", {
          what: isUnknown(afterIt)
            ? `Whether this one does what it says if the pending proposal ${id} passes first is unknown: ${reasonsOf(afterIt)}.`
            : `If the pending proposal ${id} passes first, this one does not do what it says: ${reasonsOf(afterIt)}.`,
          why: `${on}, and it may be decided first.`,
          check: "What the other one asks for, and whether both can be paid and carried out.",
          todo: "Decide on both together, or make this one wait.",
        }),
      );
    }
    if (!isFine(beforeIt) && isFine(itAlone)) {
      const warn = isUnknown(beforeIt) ? inconclusive : warning;
      warnings.push(
        warn("breaks-another", {
          what: isUnknown(beforeIt)
            ? `Whether the pending proposal ${id} still does what it says if this one passes first is unknown: ${reasonsOf(beforeIt)}.`
            : `If this one passes first, the pending proposal ${id} no longer does what it says: ${reasonsOf(beforeIt)}.`,
          why: `${on}.`,
          check: isUnknown(beforeIt)
            ? "What the other one asks for."
            : "Which of the two the DAO prefers.",
          todo: "Decide on both together.",
        }),
      );
    }
  }
  const count = notTried.length;
  if (count === 0) return warnings;
  const [subject, they, them] =
    count === 1
      ? ["One more pending proposal overlaps with this one and was", "it asks", "it"]
      : [`${count} more pending proposals overlap with this one and were`, "they ask", "them"];
  const some = `${notTried.slice(0, 5).join(", ")}${count > 5 ? ", …" : ""}`;
  return [
    ...warnings,
    inconclusive("other-proposals", {
      what: `${subject} not tried with it.`,
      why: "Each takes seconds, so only the oldest are tried.",
      check: `What ${they} for: ${some}.`,
      todo: `Add up what all of them ask for, or simulate ${them}, too.`,
    }),
  ];
}

function isFine({ passes, does }: SimulatedOutcome): boolean {
  return (passes === "can pass" || passes === "passed") && does === "yes";
}

/** Nothing is known to fail, but something could not be checked. */
function isUnknown({ passes, does }: SimulatedOutcome): boolean {
  return passes === "inconclusive" || (passes !== "cannot pass" && does === "inconclusive");
}

function reasonsOf({ passes, missing }: SimulatedOutcome): string {
  if (missing.length > 0) return missing.join("; ");
  return passes === "inconclusive" ? "who can vote is unknown" : `it ${passes}`;
}
