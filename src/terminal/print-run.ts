import { relative, resolve } from "node:path";

import type { MigrationRun } from "../run/figures.js";
import { madeCheckDocument } from "../describe/check.js";
import { summaryDocument } from "../describe/summary.js";
import { group, line } from "../document/document.js";
import { toTerminal } from "../document/to-terminal.js";
import { jsonText } from "../support/json-text.js";
import { print, printError } from "./output.js";

/** How to show the end of a migration. */
export interface PrintOptions {
  /** The result file. */
  readonly output: string;
  /** Shows nothing. */
  readonly quiet?: boolean;
  /** Shows result and figures as JSON, even if `quiet`. */
  readonly json?: boolean;
}

/**
 * Prints what a migration did on standard output. With `quiet`, prints only findings of the check, because these are
 * like errors.
 */
export function printRun(
  { result, made, figures, checks }: MigrationRun,
  { output, quiet = false, json = false }: PrintOptions,
): void {
  if (json) print(jsonText({ result, ...figures, ...(checks.length > 0 && { checks }) }));
  if (json) return;
  if (quiet) {
    for (const check of checks)
      if (check.report?.passed !== true) printError(toTerminal(madeCheckDocument(check)));
    return;
  }
  const file = relative(process.cwd(), resolve(output));
  print(
    toTerminal([
      summaryDocument(result, made, figures),
      group(line(["Wrote ", { code: file }, "."])),
      checks.map((check) => group(madeCheckDocument(check))),
    ]),
  );
}
