import { failureReason } from "./failure-reason.js";
import type { Log } from "./rpc-types.js";

/** A call as `callTracer` returns it, with its logs. Quantities are hex with 0x. */
export interface RawCall {
  /** CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2 or SELFDESTRUCT. */
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  /** Absent if the call succeeded. */
  readonly error?: string;
  readonly calls?: readonly RawCall[];
  readonly logs?: readonly Log[];
}

/** Precompiles, such as `ecrecover`, have no code. */
const LAST_PRECOMPILE = 0x1ffn;

/** What every chain since Prague has without code. Forks have nothing more, such as `ArbSys` or `P256VERIFY`. */
const LAST_COMMON_PRECOMPILE = 0x11n;

export function isPrecompile(address: string): boolean {
  return BigInt(address) <= LAST_PRECOMPILE;
}

/** Whether only some chains have a precompile there, and forks nothing. */
export function isRarePrecompile(address: string): boolean {
  return isPrecompile(address) && BigInt(address) > LAST_COMMON_PRECOMPILE;
}

/** What a call and those inside it call, in order, with repetitions. */
export function receiversOf({ type, to, calls = [] }: RawCall): readonly string[] {
  const inside = calls.flatMap(receiversOf);
  return to === undefined || type === "SELFDESTRUCT" ? inside : [to, ...inside];
}

/** A call and all inside it. */
export function callsIn<Call extends { readonly calls?: readonly Call[] }>(
  call: Call,
): readonly Call[] {
  return [call, ...(call.calls ?? []).flatMap((each) => callsIn(each))];
}

/** The same without those that failed, which undid what is inside them. */
export function keptCalls({ calls = [], ...call }: RawCall): readonly RawCall[] {
  return call.error === undefined ? [call, ...calls.flatMap(keptCalls)] : [];
}

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
