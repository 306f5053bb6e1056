import { stat } from "node:fs/promises";

import { fileText } from "../export/file-text.js";
import { exportInputs, type ExportInputs } from "../run/export-inputs.js";
import { MigrationError } from "../support/errors.js";
import { requireWritable, writeWhole } from "../support/write-file.js";
import { exportDocument } from "../describe/export.js";
import { toTerminal } from "../document/to-terminal.js";
import { jsonText } from "./json-text.js";
import { print, printError } from "./output.js";
import type { Progress } from "./progress.js";

/** Where to write a parameters file. */
export interface ExportOutput {
  /** Absolute path of the file. Default: standard output. */
  readonly file?: string;
  /** Replaces an existing file. */
  readonly force: boolean;
  /** Prints the whole report as JSON. */
  readonly json: boolean;
}

const ADVICE = "Pass another file with --output.";

/**
 * Writes the parameters of a DAO to a file or to standard output. What they cannot express goes to standard error, or
 * into the JSON with everything else.
 * @returns whether migrating the file creates an equal DAO
 * @throws MigrationError if the file already exists, before anything is read
 */
export async function exportAndPrint(
  inputs: ExportInputs,
  { file, force, json }: ExportOutput,
  progress: Progress,
): Promise<boolean> {
  const keep = async (): Promise<void> => {
    if (file !== undefined && !force) await requireFree(file);
  };
  await keep();
  if (file !== undefined) await requireWritable(file, ADVICE);
  progress.status("Reading the chain");
  const report = await exportInputs({
    ...inputs,
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  });
  progress.end();
  const text = fileText(report.parameters);
  if (file !== undefined) await writeWhole(file, text, { advice: ADVICE, beforeReplacing: keep });
  if (json) print(jsonText(report));
  else if (file === undefined) print(text.trimEnd());
  else print(`Wrote ${file}.`);
  if (!json) printError(toTerminal(exportDocument(report)));
  return report.complete;
}

async function requireFree(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new MigrationError(
    `${path} already exists and was not changed. ${ADVICE.replace(/\.$/, "")}, or replace it with --force.`,
  );
}
