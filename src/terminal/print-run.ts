import { relative, resolve } from "node:path";

import type { MigrationRun } from "../run/figures.js";
import { madeCheckText } from "./check-text.js";
import { jsonText } from "./json-text.js";
import { print, printError } from "./output.js";
import { summary } from "./summary.js";

/** How the end of a migration is shown. */
export interface PrintOptions {
  /** The result file. */
  readonly output: string;
  /** Show nothing. */
  readonly quiet?: boolean;
  /** Show result and figures as JSON, also when `quiet`. */
  readonly json?: boolean;
}

/** Prints what a migration did on standard output; with `quiet`, only what a check found, as errors are. */
export function printRun(
  { result, made, figures, checks }: MigrationRun,
  { output, quiet = false, json = false }: PrintOptions,
): void {
  if (json) print(jsonText({ result, ...figures, ...(checks.length > 0 && { checks }) }));
  if (json) return;
  if (quiet) {
    for (const check of checks) if (check.report?.passed !== true) printError(madeCheckText(check));
    return;
  }
  const file = relative(process.cwd(), resolve(output));
  print(
    [summary(result, made, figures), `Wrote ${file}.`, ...checks.map(madeCheckText)].join("\n\n"),
  );
}
