import { group, line, type Parts } from "../document/document.js";
import type { MadeCheck } from "../run/check-made.js";
import type { MigrationRun } from "../run/figures.js";
import type { LivePreview } from "../run/live.js";
import { shownPath } from "../support/shown-path.js";
import { madeCheckDocument } from "./check.js";
import { previewDocument, stepsDocument } from "./preview.js";
import { summaryDocument } from "./summary.js";

/** What a migration would do, step by step. */
export function dryRunDocument({ preview, chain, outline }: LivePreview): Parts {
  return [stepsDocument(preview, chain), previewDocument(preview, chain, outline)];
}

/**
 * What a migration did.
 * @param output the result file
 */
export function migrationDocument(
  { result, made, figures, checks }: MigrationRun,
  output: string,
): Parts {
  return [
    summaryDocument(result, made, figures),
    group(line(["Wrote ", { code: shownPath(output) }, "."])),
    checksDocument(checks),
  ];
}

/** What the checks at the end of a migration found. */
export function checksDocument(checks: readonly MadeCheck[]): Parts {
  return checks.map((check) => group(madeCheckDocument(check)));
}
