import type { Fees } from "../../../../src/foundation/chain/fees.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { PendingSteps } from "../../../../src/engine/execution/sending/pending-steps.js";
import { signerFor } from "../../../../src/engine/execution/sending/context.js";
import { signStep } from "../../../../src/engine/execution/sending/signing.js";
import { Windows } from "../../../../src/engine/execution/sending/window.js";
import { contextOn, plannedSteps, wallet, type FakeNode } from "./fake-node.js";

const GWEI = 10n ** 9n;
const OFFER: Fees = {
  type: 2,
  maxFeePerGas: 3n * GWEI,
  maxPriorityFeePerGas: GWEI,
};
/** Longer than any test takes on the fake node's clock, in milliseconds. */
const NEVER = 10 ** 12;

/** A test's changes to a context and its steps. */
type Changes = NonNullable<Parameters<typeof contextOn>[1]> & {
  readonly raiseAfter?: number;
  /** The first nonce. */
  readonly first?: number;
};

/** Signs and journals steps of an account up to a number of nonces; returns them with what watches them. */
export async function pendingOn(
  node: FakeNode,
  count: number,
  { raiseAfter = NEVER, first = 0, ...changes }: Changes = {},
) {
  const fees = { gasPrice: undefined, cap: 30n * GWEI, raiseAfter };
  const { context, events, signed } = contextOn(node, { fees, ...changes });
  const plan = plannedSteps(count);
  const steps: SignedStep[] = [];
  for (const [index, step] of plan.slice(first).entries()) {
    const nonce = first + index;
    const terms = { chainId: 1337, nonce, fees: OFFER, transactionGasLimit: 1_000_000n };
    steps.push(await signStep(signerFor(context, wallet.address), step, terms));
  }
  await context.journal.sign(steps);
  signed.splice(0);
  const windows = new Windows();
  windows.blockGasLimit = 16_000_000n;
  const pending = new PendingSteps(context, plan, windows);
  const window = windows.of(wallet.address);
  return { context, events, signed, steps, pending, windows, window };
}
