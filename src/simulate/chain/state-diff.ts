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
  const [before, after] = [pre, post].map((states) => flattened(states, payers)) as [
    ReadonlyMap<string, string>,
    ReadonlyMap<string, string>,
  ];
  // The tracer also lists the state before of accounts that did not change.
  const places = [...before.keys(), ...after.keys()].filter(
    (place) => after.has(place) || isStorage(place),
  );
  return new Map(
    places.flatMap((place): [string, Changed][] => {
      const [was, is] = [before.get(place) ?? "", after.get(place) ?? ""];
      return was === is ? [] : [[place, { before: was, after: is }]];
    }),
  );
}

function flattened(states: AccountStates, payers: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(states).flatMap(([account, { storage = {}, ...rest }]): [string, string][] => [
      ...Object.entries(payers.includes(account) ? {} : rest).map(
        ([field, value]): [string, string] => [`${account} ${field}`, String(value)],
      ),
      ...Object.entries(storage).flatMap(([slot, value]): [string, string][] =>
        BigInt(value) === 0n ? [] : [[`${account} storage ${slot}`, value]],
      ),
    ]),
  );
}

function isStorage(place: string): boolean {
  return place.includes(" storage ");
}
