import type { SimulationWarning } from "../../../../src/operations/simulate/simulation.js";
import type { Consequences } from "../../../../src/operations/simulate/verdicts/consequences.js";
import { sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { expectGoldenCases } from "../../../golden.js";

const before = sampleInspection();
/** What follows from a proposal that changes nothing. */
export const NO_CONSEQUENCES: Consequences = {
  ...{ before, after: before, obstacle: undefined, redeemed: [], stages: [] },
};
export const NOT_READ = { notRead: "the node does not answer" };

/** Compares all that warnings say with `golden/`, by what leads to them. */
export function expectWarnings(
  name: string,
  cases: Readonly<Record<string, readonly SimulationWarning[]>>,
): void {
  const texts = Object.entries(cases).map(([title, warnings]) => [
    title,
    warnings
      .map(({ id, status, ...texts }) => [`${status}: ${id}`, ...Object.values(texts)].join("\n  "))
      .join("\n") || "no warning",
  ]);
  expectGoldenCases(import.meta.dirname, name, Object.fromEntries(texts) as Record<string, string>);
}
