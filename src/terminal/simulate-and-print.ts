import { simulateInputs, type SimulateInputs } from "../run/simulate-inputs.js";
import { wouldFail, type Simulation } from "../simulate/simulation.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";
import { simulationsTable, simulationText } from "./simulation-text.js";

/** How simulations are shown, and what fails the command. */
export interface SimulateOutput {
  readonly json: boolean;
  readonly failOnWarning: boolean;
}

/**
 * Simulates proposals, and prints what came out on standard output.
 * @returns whether all of them would pass and do what they say, and give no warning where that counts
 */
export async function simulateAndPrint(
  inputs: SimulateInputs,
  { json, failOnWarning }: SimulateOutput,
  progress: Progress,
): Promise<boolean> {
  progress.status("Reading the chain");
  const { simulations, chain } = await simulateInputs({
    ...inputs,
    onProgress: (message) => progress.status(message),
  });
  progress.end();
  const isOne = inputs.proposal !== undefined;
  if (json) print(jsonText(isOne ? simulations[0] : simulations));
  else {
    if (!isOne) print(`${simulationsTable(simulations)}\n`);
    print(simulations.map((each) => simulationText(each, chain)).join(`\n\n${"=".repeat(80)}\n\n`));
  }
  const isFine = (simulation: Simulation): boolean =>
    !wouldFail(simulation) && !(failOnWarning && simulation.warnings.length > 0);
  return simulations.every(isFine);
}
