import { relative } from "node:path";

import type { Silence } from "../check/report/report.js";
import { readSilences } from "../check/report/silences.js";
import { print } from "../terminal/output.js";
import type { Progress } from "../terminal/progress.js";
import { readSimulations } from "../terminal/simulate-files.js";
import { makeReport, type ReportInputs } from "./make-report.js";
import { requirePlace, writeReport } from "./write-report.js";

/** Where to write a report; paths are absolute. */
export interface ReportOutput {
  readonly page: string;
  /** Replace any file, even if it is not a report. */
  readonly force: boolean;
  /** File with silenced findings, in addition to those in the configuration. */
  readonly silenced?: string;
  /** Files with simulations. */
  readonly simulations?: readonly string[];
}

/** Writes the report of a DAO, and prints its path. */
export async function reportAndWrite(
  inputs: ReportInputs,
  { page, force, silenced, simulations }: ReportOutput,
  progress: Progress,
): Promise<void> {
  await requirePlace(page, force);
  const silences: readonly Silence[] = [
    ...(inputs.silenced ?? []),
    ...(silenced === undefined ? [] : await readSilences(silenced)),
  ];
  const simulated = simulations && (await readSimulations(simulations));
  progress.status("Reading the chain");
  const { html } = await makeReport({
    ...inputs,
    silenced: silences,
    simulations: simulated,
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  });
  await writeReport(page, html, force);
  progress.end();
  const size = Math.ceil(Buffer.byteLength(html) / 1000).toLocaleString("en-US");
  print(
    `Wrote ${relative(process.cwd(), page)} (${size} kB). Open it in a browser; it needs no network.`,
  );
}
