import type { Others, Outcome, Warning } from "../simulation.js";

/** What another pending proposal changes if it passes before or after this one. */
export function otherWarnings({ tried, notTried }: Others): readonly Warning[] {
  return [
    ...tried.flatMap(({ id, touches, afterIt, beforeIt, itAlone }): Warning[] => {
      const on = `Both touch ${touches.join(", ")}`;
      const warnings: Warning[] = [];
      if (!isFine(afterIt)) {
        warnings.push({
          id: "fails-after-another",
          status: "warning",
          what: `If the pending proposal ${id} passes first, this one does not do what it says: ${reasonsOf(afterIt)}.`,
          why: `${on}, and it may be decided first.`,
          check: "What the other one asks for, and whether both can be paid and carried out.",
          todo: "Decide on both together, or make this one wait.",
        });
      }
      if (!isFine(beforeIt) && isFine(itAlone)) {
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
            what: `${notTried.length} more pending proposals overlap with this one and were not tried with it.`,
            why: "Each takes seconds, so only the oldest are tried.",
            check: `What they ask for: ${notTried.slice(0, 5).join(", ")}${notTried.length > 5 ? ", …" : ""}.`,
            todo: "Add up what they ask for, or simulate them, too.",
          } as const,
        ]),
  ];
}

function isFine({ passes, does }: Outcome): boolean {
  return (passes === "can pass" || passes === "passed") && does === "yes";
}

function reasonsOf({ passes, missing }: Outcome): string {
  return missing.length === 0 ? passes : missing.join("; ");
}
