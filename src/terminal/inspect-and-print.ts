import type { Comparison } from "../inspect/compare/comparison.js";
import { compareInputs } from "../run/compare-inputs.js";
import { inspectInputs, type InspectInputs } from "../run/inspect-inputs.js";
import { UsageError } from "../support/errors.js";
import { comparisonText } from "./comparison-text.js";
import { inspectionText } from "./inspection-text.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** How to show a DAO, or what changed in it. */
export interface InspectOutput {
  readonly json: boolean;
  /** The number of an earlier block, or a file with an inspection, to compare with. */
  readonly since?: string;
  /** File with the later inspection. */
  readonly until?: string;
  readonly failOnChange: boolean;
}

/**
 * Inspects a DAO, and prints it or what changed on standard output.
 * @returns false if something changed, or may have, and the user wants that to fail
 */
export async function inspectAndPrint(
  inputs: InspectInputs,
  { json, since, until, failOnChange }: InspectOutput,
  progress: Progress,
): Promise<boolean> {
  if (since === undefined && (until !== undefined || failOnChange)) {
    const option = until === undefined ? "--fail-on-change" : "--until";
    throw new UsageError(`${option} needs --since, which says what to compare with.`);
  }
  progress.status(until === undefined ? "Reading the chain" : "Reading the files");
  const onProgress = (message: string) => progress.status(message);
  if (since === undefined) {
    const { inspection, chain } = await inspectInputs({ ...inputs, onProgress });
    progress.end();
    print(json ? jsonText(inspection) : inspectionText(inspection, chain));
    return true;
  }
  const { comparison, after, chain } = await compareInputs({ ...inputs, since, until, onProgress });
  progress.end();
  print(json ? jsonText(comparison) : comparisonText(comparison, after, chain));
  return !failOnChange || isUnchanged(comparison);
}

/** Parts that were not read may have changed, unless nobody can read them. */
function isUnchanged({ differences, notCompared }: Comparison): boolean {
  return differences.length === 0 && notCompared.every(({ unknowable }) => unknowable === true);
}
