import type { JournalLine, SignedStep } from "./lines.js";

/** The state that a journal's lines add up to. */
export interface JournalState {
  /** Transactions of each step, oldest first; several if fees were raised. Steps are in signing order. */
  readonly signed: ReadonlyMap<string, readonly SignedStep[]>;
  /** Times to which the chain's clock was to be moved, by step; UNIX seconds. */
  readonly clocks: ReadonlyMap<string, number>;
  /** The latest of these times when a step was signed. Before that time, the step may do something else. */
  readonly notBefore: ReadonlyMap<string, number>;
  /** By account, the nonce after its highest signed nonce. */
  readonly nextNonces: ReadonlyMap<string, number>;
  /** Calls and hashes of all transactions ever signed, including dropped ones. */
  readonly calls: ReadonlySet<string>;
  readonly hashes: ReadonlySet<string>;
}

export const EMPTY: JournalState = {
  signed: new Map(),
  clocks: new Map(),
  notBefore: new Map(),
  nextNonces: new Map(),
  calls: new Set(),
  hashes: new Set(),
};

/** The state after one more line, read from a file or just written. */
export function reduce(state: JournalState, line: JournalLine): JournalState {
  const { signed, clocks, notBefore, nextNonces } = state;
  switch (line.kind) {
    case "header":
      return state;
    case "signed": {
      const { step, from, nonce } = line;
      // A transaction with another call belongs to a step that is sent again, so the earlier ones no longer count.
      const same = (signed.get(step) ?? []).filter(({ call }) => call === line.call);
      return {
        clocks,
        signed: new Map(signed).set(step, [...same, line]),
        notBefore: new Map(notBefore).set(step, Math.max(0, ...clocks.values())),
        nextNonces: new Map(nextNonces).set(from, Math.max(nextNonces.get(from) ?? 0, nonce + 1)),
        calls: new Set(state.calls).add(line.call),
        hashes: new Set(state.hashes).add(line.hash),
      };
    }
    case "clock":
      return { ...state, clocks: new Map(clocks).set(line.step, line.target) };
    case "dropped": {
      const left = new Map(signed);
      left.delete(line.step);
      return { ...state, signed: left };
    }
  }
}
