import { toQuantity } from "ethers";

import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { askAgain, forPolls } from "../../../foundation/chain/incomplete-answers.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { PlannedStep } from "../steps/plan.js";
import type { SendingContext } from "./context.js";

/**
 * Asks the node itself whether a step would pass that was mined before and reverted, because gas is paid for each try.
 * A node that is behind is asked again.
 * @throws MigrationError if it would not
 */
export async function requirePasses(
  context: SendingContext,
  { step, from, to, data, value }: PlannedStep,
): Promise<void> {
  const call = { from, ...(to !== undefined && { to }), data, value: toQuantity(value) };
  const estimate = async () => {
    try {
      await context.target.provider.request({ method: "eth_estimateGas", params: [call] });
      return undefined;
    } catch (error) {
      if (error instanceof RpcError) return error;
      throw error;
    }
  };
  const refusal = await askAgain(estimate, (found) => found === undefined, forPolls(context));
  if (refusal === undefined) return;
  throw new MigrationError(
    `Step ${step} reverted when it was mined, and the node says that it would revert again: ` +
      `${failureReason(refusal)}. It was not sent again, because each attempt costs gas. It passes in the rehearsal, so ` +
      "the chain probably follows older rules than the contracts need (Constantinople, or the evmVersion of your own), or this node is wrong. " +
      "Use a chain with newer rules, or another node.",
    { cause: refusal },
  );
}
