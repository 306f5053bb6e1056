import type { CheckReport, Silence } from "../check/report/report.js";
import { junitOf } from "../check/report/junit.js";
import { sarifOf } from "../check/report/sarif.js";
import { readSilences } from "../check/report/silences.js";
import { checkInputs, type CheckInputs } from "../run/check-inputs.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE } from "../run/parameters-source.js";
import { packageVersion } from "../support/package.js";
import { requireWritable, writeWhole } from "../support/write-file.js";
import { checkText } from "./check-text.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** How to show a report, and where else to write it. Paths are absolute. */
export interface CheckOutput {
  readonly json: boolean;
  readonly sarif?: string;
  readonly junit?: string;
  /** File with silences, in addition to those of the configuration. */
  readonly silenced?: string;
}

const ADVICE = "Pass another file.";

/**
 * Checks a DAO, prints the findings on standard output, and writes the requested files.
 * @returns whether it passed
 */
export async function checkAndPrint(
  inputs: CheckInputs,
  { json, sarif, junit, silenced }: CheckOutput,
  progress: Progress,
): Promise<boolean> {
  for (const path of [sarif, junit]) if (path !== undefined) await requireWritable(path, ADVICE);
  const silences: readonly Silence[] = [
    ...(inputs.silenced ?? []),
    ...(silenced === undefined ? [] : await readSilences(silenced)),
  ];
  if (inputs.params === EXAMPLE_DAO) progress.note(EXAMPLE_NOTE);
  progress.status("Reading the chain");
  const report: CheckReport = await checkInputs({
    ...inputs,
    silenced: silences,
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  });
  progress.end();
  if (sarif !== undefined) {
    const log = sarifOf(report, { version: packageVersion(), root: inputs.projectRoot });
    await writeWhole(sarif, `${jsonText(log)}\n`, { advice: ADVICE });
  }
  if (junit !== undefined) await writeWhole(junit, junitOf(report), { advice: ADVICE });
  print(json ? jsonText(report) : checkText(report));
  return report.passed;
}
