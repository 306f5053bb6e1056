import { existsSync } from "node:fs";

import type { FeePolicy } from "../../foundation/chain/fees.js";
import { isPrivate, type Network } from "../../foundation/chain/networks.js";
import { SYSTEM_CLOCK } from "../../foundation/support/clock.js";
import { waitForOthers } from "../../engine/execution/sending/wait-for-others.js";
import { journalPath } from "./account-lock.js";
import { failureReason } from "../../foundation/chain/failure-reason.js";
import type { Target } from "../../foundation/chain/target.js";
import { duplicateWarnings } from "../change/decide/duplicate-proposals.js";
import { warningOf } from "../change/propose-change.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import type { LiveInputs } from "./live-inputs.js";
import type { PreparedMigration } from "./prepare.js";
import type { Warnings } from "./record-made.js";

/** Milliseconds between two polls of the chain. */
export function pollingOf({ polling }: Pick<LiveInputs, "polling">, chain: Network): number {
  return polling ?? (isPrivate(chain) ? 200 : 2_000);
}

/**
 * Waits until what an account has sent is mined. Without a journal, its proposals are found only on the chain, so a
 * change that is decided before would make them again.
 */
export async function awaitOwnProposals(
  inputs: LiveInputs,
  { target, fees }: { readonly target: Target; readonly fees: FeePolicy },
  account: string,
): Promise<void> {
  const { change, output, onEvent, signal } = inputs;
  if (change === undefined || existsSync(journalPath(output))) return;
  const polling = pollingOf(inputs, target.chain);
  const terms = { target, fees, polling, signal, clock: SYSTEM_CLOCK };
  await waitForOthers({ ...terms, onEvent: (event) => onEvent?.(event) }, account);
}

/**
 * Looks once more at what was proposed: somebody else may have proposed the same at the same time. Everything is done by
 * then, so a failure is only reported.
 */
export async function warnOfDuplicates(
  { onEvent, signal }: Pick<LiveInputs, "onEvent" | "signal">,
  {
    target,
    prepared: { change },
    warnings,
  }: {
    readonly target: Target;
    readonly prepared: PreparedMigration;
    readonly warnings: Warnings;
  },
  block: number,
): Promise<void> {
  if (change === undefined) return;
  onEvent?.({ type: "checking" });
  try {
    await target.blockSince(block, 1000);
    const inspection = await inspectDao(target.provider, change.avatar, { signal });
    for (const each of duplicateWarnings(inspection)) warnings.add(warningOf(each));
  } catch (error) {
    const message = `Whether somebody else has proposed the same could not be read: ${failureReason(error)}`;
    onEvent?.({ type: "note", message });
  }
}
