/** What `prestateTracer` returns in diff mode: only the accounts and values that a transaction changed. */
export interface StateDiff {
  readonly pre: AccountStates;
  readonly post: AccountStates;
}

type AccountStates = Readonly<Record<string, AccountState>>;

interface AccountState {
  readonly balance?: string;
  readonly nonce?: number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

/** A value before and after; empty if there is none. */
export interface Changed {
  readonly before: string;
  readonly after: string;
}

/**
 * What a transaction changed, by account and slot.
 * @param payers accounts whose balance and nonce every transaction changes, in lower case
 */
export function changedBy(
  { pre, post }: StateDiff,
  payers: readonly string[],
): ReadonlyMap<string, Changed> {
  const [before, after] = [valuesOf(pre, payers), valuesOf(post, payers)];
  // The tracer also lists the state before of accounts that did not change, but not a slot that becomes 0.
  const places = [...before.keys()]
    .filter((place) => place.includes(STORAGE))
    .concat([...after.keys()]);
  const changes = new Map<string, Changed>();
  for (const place of places) {
    const [was, is] = [before.get(place) ?? "", after.get(place) ?? ""];
    if (was !== is) changes.set(place, { before: was, after: is });
  }
  return changes;
}

const STORAGE = " storage ";

function valuesOf(states: AccountStates, payers: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [account, { storage = {}, ...rest }] of Object.entries(states)) {
    const fields = payers.includes(account) ? [] : Object.entries(rest);
    for (const [field, value] of fields) values.set(`${account} ${field}`, String(value));
    for (const [slot, value] of Object.entries(storage)) {
      if (BigInt(value) !== 0n) values.set(`${account}${STORAGE}${slot}`, value);
    }
  }
  return values;
}
