import type { OtherProposals, SimulatedOutcome, SimulationWarning } from "../simulation.js";

/** What another pending proposal changes if it passes before or after this one. */
export function otherWarnings({ tried, notTried }: OtherProposals): readonly SimulationWarning[] {
  return [
    ...tried.flatMap(({ id, touches, afterIt, beforeIt, itAlone }): SimulationWarning[] => {
      const on = `Both touch ${touches.join(", ")}`;
      const warnings: SimulationWarning[] = [];
      if (isUnknown(afterIt)) {
        warnings.push({
          id: "fails-after-another",
          status: "inconclusive",
          what: `Whether this one does what it says if the pending proposal ${id} passes first is unknown: ${reasonsOf(afterIt)}.`,
          why: `${on}, and it may be decided first.`,
          check: "What the other one asks for, and whether both can be paid and carried out.",
          todo: "Decide on both together, or make this one wait.",
        });
      } else if (!isFine(afterIt)) {
        warnings.push({
          id: "fails-after-another",
          status: "warning",
          what: `If the pending proposal ${id} passes first, this one does not do what it says: ${reasonsOf(afterIt)}.`,
          why: `${on}, and it may be decided first.`,
          check: "What the other one asks for, and whether both can be paid and carried out.",
          todo: "Decide on both together, or make this one wait.",
        });
      }
      if (isUnknown(beforeIt) && isFine(itAlone)) {
        warnings.push({
          id: "breaks-another",
          status: "inconclusive",
          what: `Whether the pending proposal ${id} still does what it says if this one passes first is unknown: ${reasonsOf(beforeIt)}.`,
          why: `${on}.`,
          check: "What the other one asks for.",
          todo: "Decide on both together.",
        });
      } else if (!isFine(beforeIt) && isFine(itAlone)) {
        warnings.push({
          id: "breaks-another",
          status: "warning",
          what: `If this one passes first, the pending proposal ${id} no longer does what it says: ${reasonsOf(beforeIt)}.`,
          why: `${on}.`,
          check: "Which of the two the DAO prefers.",
          todo: "Decide on both together.",
        });
      }
      return warnings;
    }),
    ...(notTried.length === 0
      ? []
      : [
          {
            id: "other-proposals",
            status: "inconclusive",
            what:
              notTried.length === 1
                ? "One more pending proposal overlaps with this one and was not tried with it."
                : `${notTried.length} more pending proposals overlap with this one and were not tried with it.`,
            why: "Each takes seconds, so only the oldest are tried.",
            check: `What ${notTried.length === 1 ? "it asks" : "they ask"} for: ${notTried.slice(0, 5).join(", ")}${notTried.length > 5 ? ", …" : ""}.`,
            todo: `Add up what all of them ask for, or simulate ${notTried.length === 1 ? "it" : "them"}, too.`,
          } as const,
        ]),
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
