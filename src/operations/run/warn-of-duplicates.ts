import { failureReason } from "../../foundation/chain/failure-reason.js";
import { duplicateWarnings } from "../change/decide/warn-of-proposals.js";
import { warningOf } from "../change/propose-change.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import type { LiveInputs } from "./live-inputs.js";
import type { MigrationTerms } from "./prepare.js";
import type { Warnings } from "./record-made.js";

/**
 * Looks once more at what was proposed: somebody else may have proposed the same at the same time. Everything is done by
 * then, so a failure is only reported.
 */
export async function warnOfDuplicates(
  { onEvent, signal }: Pick<LiveInputs, "onEvent" | "signal">,
  { target, prepared, warnings }: MigrationTerms & { readonly warnings: Warnings },
  block: number,
): Promise<void> {
  const { change } = prepared;
  if (change === undefined) return;
  onEvent?.({ type: "checking" });
  try {
    await target.blockSince(block, 1000);
    const inspection = await inspectDao(target.provider, change.avatar, { signal });
    for (const each of duplicateWarnings(inspection)) warnings.add(warningOf(each));
  } catch (error) {
    const message = `Whether somebody else has proposed the same could not be read: ${failureReason(error)}.`;
    onEvent?.({ type: "note", message });
  }
}
