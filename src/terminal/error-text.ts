import { oneLine } from "../support/printable.js";
import { exitCodeOf } from "./exit-codes.js";

/**
 * What is told of an error. One that nobody foresaw, such as a node's odd answer may cause, is told
 * without its stack.
 */
export function errorText(error: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (exitCodeOf(error) !== undefined) return { name, message };
  return {
    name,
    message:
      `Unexpected error: ${oneLine(message)}. This is a bug, or an answer of the node that is not handled. Please ` +
      "report it with what you ran. Run the same command again to resume.",
  };
}
