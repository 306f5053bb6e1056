import { CallRefused } from "../../../foundation/chain/call-refused.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { InterruptionError } from "../../../foundation/support/errors.js";
import type { NotRead, Inspected } from "../description.js";

/**
 * Something that no node can provide, however often it is asked: the code is unknown, or the contracts do not reveal
 * it.
 */
export class Unknowable extends Error {}

/** Returns what `read` returns, or why it failed. An interruption by the user is passed on and stops everything. */
export async function attempt<Value>(read: () => Promise<Value>): Promise<Inspected<Value>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InterruptionError) throw error;
    const notRead = failureReason(error);
    return error instanceof Unknowable ? { notRead, unknowable: true } : { notRead };
  }
}

/**
 * Waits for a call that a contract may refuse: asking again, or another node, would not help then.
 * @param why says it with the contract's reason
 * @throws Unknowable if it is refused; other errors are the node's
 */
export async function unlessRefused<Value>(
  call: Promise<Value>,
  why = (reason: string) => reason,
): Promise<Value> {
  try {
    return await call;
  } catch (cause) {
    throw cause instanceof CallRefused ? new Unknowable(why(cause.message), { cause }) : cause;
  }
}

export function isNotRead(value: unknown): value is NotRead {
  return typeof value === "object" && value !== null && "notRead" in value;
}

/** A value that was read; undefined if it was not given, or not read. */
export function ifRead<Value>(value: Inspected<Value> | undefined): Value | undefined {
  return isNotRead(value) ? undefined : value;
}
