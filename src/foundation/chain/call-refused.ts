import { ConnectionError } from "./rpc-error.js";
import { failureReason } from "./failure-reason.js";
import { isPassing, isRequestLimit, lacksForkData } from "./node-words.js";

/** A contract reverted, or does not have the function. */
export class CallRefused extends Error {}

/**
 * The answer to an `eth_call`.
 * @throws CallRefused if the contract refuses; other errors are the node's
 */
export async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    return String(await call);
  } catch (error) {
    if (isRefusal(error)) throw new CallRefused(failureReason(error), { cause: error });
    throw error;
  }
}

/** Whether a node failed, rather than a contract: an error, or one of its causes. */
export function isOfNode(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  const isRefused = typeof code !== "number" || isRefusal(error);
  return error instanceof ConnectionError || !isRefused || isOfNode(cause);
}

/**
 * Whether the contract reverted, rather than the node failing. Nodes have many messages for a revert and no common
 * error code, so every error counts as one unless it is about the node itself.
 */
function isRefusal(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { message = "", code } = error as { message?: string; code?: unknown };
  if (typeof code !== "number") return false;
  const answer = { code, message };
  return code === 3 || !(lacksForkData(answer) || isPassing(answer) || isRequestLimit(answer));
}
