import { existsSync } from "node:fs";

import type { FeePolicy } from "../../engine/execution/sending/fee-limit.js";
import type { Network } from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import type { Target } from "../../foundation/chain/target.js";
import { SYSTEM_CLOCK } from "../../foundation/support/clock.js";
import { waitForOthers } from "../../engine/execution/sending/wait-for-others.js";
import { journalPath } from "./account-lock.js";
import type { LiveInputs } from "./live-inputs.js";

/** Milliseconds between two polls of the chain. */
export function pollingOf({ polling }: Pick<LiveInputs, "polling">, chain: Network): number {
  return polling ?? (isPrivate(chain) ? 200 : 2_000);
}

/**
 * Waits for a node that has what an account sent in earlier migrations: one that is behind would show their contracts
 * and proposals as not made. A private chain has one node, and may have been set back.
 * @throws MigrationError if the node stays behind
 */
export async function awaitEarlier(
  target: Target,
  account: string,
  nextNonce: number,
): Promise<void> {
  if (nextNonce === 0 || isPrivate(target.chain)) return;
  target.expectCount(account, nextNonce);
  await target.awaitSent(account);
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
