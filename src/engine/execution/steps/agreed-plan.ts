import { learnContracts, ownLogs } from "./step-match.js";
import type { Planned, PlannedStep } from "./plan.js";
import { Renaming } from "./renaming.js";
import type { StepLedger } from "./step-ledger.js";
import type { MinedStep } from "./step.js";

type Made = Pick<PlannedStep | MinedStep, "contractAddress" | "logs">;

/**
 * What a later plan does that the user did not agree to, in words; undefined if nothing. If the rest is rehearsed again,
 * only the addresses of created contracts may differ.
 * @param plan the plan that the user agreed to
 * @param ledger the steps on the chain
 */
export function differenceOf(
  plan: readonly Planned[],
  rest: readonly Planned[],
  ledger: StepLedger,
): string | undefined {
  const later = new Map(rest.map((planned) => [planned.step, planned]));
  const renaming = new Renaming();
  for (const agreed of plan) {
    const now = later.get(agreed.step);
    later.delete(agreed.step);
    if (now !== undefined && !isSameWork(agreed, now, renaming)) {
      return `step ${agreed.step} would not do what was shown`;
    }
    if (agreed.kind === "clock") continue;
    const made = now?.kind === "transaction" ? now : ledger.resultOf(agreed.step);
    if (made !== undefined) learn(renaming, agreed, made);
  }
  const [unknown] = later.keys();
  return unknown === undefined ? undefined : `step ${unknown} was not shown`;
}

function learn(renaming: Renaming, agreed: PlannedStep, made: Made): void {
  if (agreed.contractAddress !== undefined && made.contractAddress !== undefined) {
    renaming.learn(agreed.contractAddress, made.contractAddress);
  }
  if (agreed.wantsLogs !== true) return;
  learnContracts(renaming, ownLogs(agreed.logs), ownLogs(made.logs));
}

function isSameWork(agreed: Planned, now: Planned, renaming: Renaming): boolean {
  if (agreed.kind === "clock") return now.kind === "clock" && agreed.seconds === now.seconds;
  if (now.kind === "clock") return false;
  return (
    agreed.from === now.from &&
    agreed.value === now.value &&
    (agreed.to === undefined) === (now.to === undefined) &&
    renaming.isSame(agreed.to ?? "", now.to ?? "") &&
    renaming.isSame(agreed.data, now.data)
  );
}
