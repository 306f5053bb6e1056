import type { PlannedStep } from "./plan.js";
import type { MinedStep } from "./step.js";

/** Whether a step created what it did in the rehearsal and left the same events. */
export function sameOutcome(planned: PlannedStep, mined: MinedStep): boolean {
  const { contractAddress } = planned;
  if (
    contractAddress !== undefined &&
    contractAddress.toLowerCase() !== mined.contractAddress?.toLowerCase()
  ) {
    return false;
  }
  return planned.logs.length === 0 || textOf(planned.logs) === textOf(mined.logs);
}

function textOf(logs: MinedStep["logs"]): string {
  return JSON.stringify(
    logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data]),
  );
}
