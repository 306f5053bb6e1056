import type { DataFees } from "../chain/data-fee.js";
import type { Planned } from "../execution/steps/plan.js";
import type { Rehearsal } from "./rehearse.js";

/** Adds the fee for each transaction's data to a rehearsal, because a fork does not charge it. */
export async function withDataFees(rehearsal: Rehearsal, dataFees: DataFees): Promise<Rehearsal> {
  if (rehearsal.kind === "rehearsed") {
    return { ...rehearsal, plan: await planWithDataFees(rehearsal.plan, dataFees) };
  }
  const { estimate } = rehearsal;
  if (estimate === undefined) return rehearsal;
  return { ...rehearsal, estimate: await planWithDataFees(estimate, dataFees) };
}

async function planWithDataFees(
  plan: readonly Planned[],
  dataFees: DataFees,
): Promise<readonly Planned[]> {
  const steps = plan.filter((planned) => planned.kind === "transaction");
  const fees = await dataFees.of(steps);
  if (fees === undefined) return plan;
  const byStep = new Map(steps.map(({ step }, index) => [step, fees[index]!]));
  return plan.map((planned) => {
    const dataFee = byStep.get(planned.step);
    return planned.kind === "clock" || dataFee === undefined ? planned : { ...planned, dataFee };
  });
}
