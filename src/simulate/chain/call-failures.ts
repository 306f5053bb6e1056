import { failureReason } from "../../chain/failure-reason.js";
import type { RawCall } from "./raw-call.js";

/** Why a call failed, in the contract's words if it gave any. */
export function reasonOf({ error, output }: RawCall): string | undefined {
  if (error === undefined) return undefined;
  return failureReason(Object.assign(new Error(error), { data: output }));
}

/**
 * Why a call failed, in the words of the innermost call that did: a contract usually passes on that a call failed, but
 * not why.
 */
export function innermostReason(call: RawCall): string | undefined {
  if (call.error === undefined) return undefined;
  const inner = call.calls?.findLast(({ error }) => error !== undefined);
  const reason = inner === undefined ? undefined : innermostReason(inner);
  const own = reasonOf(call);
  if (reason === undefined || reason === own) return own;
  return own === "execution reverted" ? reason : `${own} (inside: ${reason})`;
}

/** The first failed call inside a transaction that did not fail itself. */
export function failedInside(call: RawCall): RawCall | undefined {
  for (const each of call.calls ?? []) {
    const found = each.error === undefined ? failedInside(each) : each;
    if (found !== undefined) return found;
  }
  return undefined;
}
