import { relative, resolve } from "node:path";

import type { MigrationRun } from "../run/figures.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
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

/** Prints what a migration did on standard output. */
export function printRun(
  { result, made, figures }: MigrationRun,
  { output, quiet = false, json = false }: PrintOptions,
): void {
  if (json) print(jsonText({ result, ...figures }));
  if (json || quiet) return;
  const file = relative(process.cwd(), resolve(output));
  print(`${summary(result, made, figures)}\n\nWrote ${file}.`);
}
