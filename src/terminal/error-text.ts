import { nativePartError } from "../chain/native-part.js";
import { InsufficientFundsError } from "../support/errors.js";
import { oneLine } from "../support/printable.js";
import { exitCodeOf } from "./exit-codes.js";

/** The first account of the built-in mnemonic. */
const DEFAULT_ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const BUILT_IN_KEY =
  "This is the built-in development account, as no key was given. The accounts of anvil and of Hardhat's node are " +
  'others: pass --mnemonic "test test test test test test test test test test test junk", which is public.';

/**
 * What is told of an error. One that nobody foresaw, such as a node's odd answer may cause, is told
 * without its stack.
 */
export function errorText(error: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof InsufficientFundsError && error.account === DEFAULT_ACCOUNT) {
    return { name, message: `${message} ${BUILT_IN_KEY}` };
  }
  if (exitCodeOf(error) !== undefined) return { name, message };
  const known = nativePartError(error);
  if (known !== undefined) return known;
  return {
    name,
    message:
      `Unexpected error: ${oneLine(message)}. This is a bug, or an answer of the node that is not handled. Please ` +
      "report it with what you ran. Run the same command again to resume.",
  };
}
