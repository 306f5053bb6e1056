import { nativePartError } from "../../foundation/chain/native-part.js";
import { lacksForkData } from "../../foundation/chain/node-words.js";
import { RpcError } from "../../foundation/chain/rpc-error.js";
import { InsufficientFundsError } from "../../foundation/support/errors.js";
import { oneLine } from "../../foundation/support/printable.js";
import { lackingReason } from "../../foundation/support/system-error.js";
import { exitCodeOf } from "./exit-codes.js";

const DEFAULT_ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const BUILT_IN_KEY =
  "This is the built-in development account, used because no key was given. Anvil and Hardhat's node have " +
  'other accounts: pass --mnemonic "test test test test test test test test test test test junk", which is public.';

/**
 * The text to show for an error. An unexpected one, perhaps caused by a node's odd response, is shown without its
 * stack.
 */
export function errorText(error: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof InsufficientFundsError && error.account === DEFAULT_ACCOUNT) {
    return { name, message: `${message} ${BUILT_IN_KEY}` };
  }
  if (error instanceof RpcError) {
    const advice = lacksForkData(error)
      ? "It lacks this method, or the state of that block: use another node, for old blocks an archive node."
      : "Run the same command again, or use another node.";
    return {
      name,
      message: `The node refused a request: ${message.replace(/\.$/, "")}. ${advice}`,
    };
  }
  if (exitCodeOf(error) !== undefined) return { name, message };
  const known = nativePartError(error);
  if (known !== undefined) return known;
  const lacking = lackingReason(error);
  if (lacking !== undefined) {
    const advice = "Fix that and run the same command again to resume.";
    return { name, message: `${oneLine(message)}: ${lacking}. ${advice}` };
  }
  return {
    name,
    message:
      `Unexpected error: ${oneLine(message)}. This is a bug, or a node response that is not handled. Please ` +
      "report it with the command you ran. Run the same command again to resume.",
  };
}
