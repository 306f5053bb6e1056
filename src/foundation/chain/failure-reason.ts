import { AbiCoder, dataSlice } from "ethers";

import { oneLine } from "../support/printable.js";

const ERROR_STRING = "0x08c379a0";
const PANIC = "0x4e487b71";

/** Why a call or transaction failed, in the contract's words if it gave a reason; without a full stop, as a part of a sentence. */
export function failureReason(error: unknown): string {
  if (isUndecodable(error)) {
    return "this contract cannot give that answer: another one, or none, is at this address, or the node is behind";
  }
  const message = error instanceof Error ? firstLine(error.message) : String(error);
  return oneLine(revertReason(error) ?? message).replace(/(?<!\.)\.$/, "");
}

/** Whether ethers could not decode what a contract answered, which it says with all bytes. */
function isUndecodable(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === "BUFFER_OVERRUN" || code === "BAD_DATA";
}

function revertReason(error: unknown): string | undefined {
  const data = revertDataOf(error);
  if (data === undefined) return undefined;
  const coder = AbiCoder.defaultAbiCoder();
  try {
    if (data.startsWith(ERROR_STRING)) {
      return `the contract reverted: ${String(coder.decode(["string"], dataSlice(data, 4))[0])}`;
    }
    if (data.startsWith(PANIC)) {
      return `the contract panicked with code ${String(coder.decode(["uint256"], dataSlice(data, 4))[0])}`;
    }
  } catch {
    // The data does not match its selector, so the node's own message says more.
  }
  return undefined;
}

/**
 * The revert data of a call or transaction; undefined for other failures. Nodes put it at different depths of their
 * errors.
 */
export function revertDataOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 3) return undefined;
  const { data, cause } = error as { data?: unknown; cause?: unknown };
  if (typeof data === "string" && data.startsWith("0x")) return data;
  return revertDataOf(data, depth + 1) ?? revertDataOf(cause, depth + 1);
}

/** Removes the request that a fork appends to its node's message. */
function firstLine(message: string): string {
  const line = message.split("\n", 1)[0] ?? message;
  return line.replace(/\.?( \(optional data: .*?\))?\.? Request: \{.*$/, "");
}
