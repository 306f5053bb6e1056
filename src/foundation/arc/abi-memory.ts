import type { ParamType } from "ethers";

/*
 * What ethers encoded and decoded before. Tests migrate the same DAO on one chain after the other, within a migration
 * the same calls are read and sent, and several parts of an inspection read the same events. Ethers takes 0.1 ms for
 * each, a third of a migration in this process.
 */

/** Nothing in a migration that comes again is longer, in characters. */
const LONGEST = 4096;
/** How many answers are kept. A migration of base, DAO and demo test needs some 200, an inspection of it some 500. */
const MOST = 8192;

let memory = new WeakMap<object, Map<string, unknown>>();
let count = 0;

/** @param encode must depend on types, or the function that has them, and values only */
export function encodeOnce(
  types: object,
  values: readonly unknown[],
  encode: () => string,
): string {
  const key = keyOf(values);
  return key === undefined ? encode() : rememberedFor(types, `encode ${key}`, encode);
}

/** @param decode must depend on types and data only */
export function decodeOnce(
  types: readonly ParamType[],
  data: string,
  decode: () => readonly unknown[],
): unknown[] {
  // The caller may change its list. Lists in it are ethers' own, which are frozen.
  return [...rememberedFor(types, `decode ${data}`, decode)];
}

/** Keeps what a function returns for a key of types, a function or an event. What it throws is not kept. */
export function rememberedFor<Made>(types: object, key: string, make: () => Made): Made {
  if (key.length > LONGEST) return make();
  const known = memory.get(types)?.get(key) as Made | undefined;
  if (known !== undefined) return known;
  const made = make();
  if (count >= MOST) {
    memory = new WeakMap();
    count = 0;
  }
  const answers = memory.get(types) ?? new Map<string, unknown>();
  memory.set(types, answers.set(key, made));
  count++;
  return made;
}

/** A text that no other values have; undefined if a value is of a kind that could change. */
function keyOf(values: readonly unknown[]): string | undefined {
  let key = "";
  for (const value of values) {
    const part = Array.isArray(value) ? keyOf(value) : partOf(value);
    if (part === undefined) return undefined;
    key += Array.isArray(value) ? `[${part}]` : part;
    if (key.length > LONGEST) return undefined;
  }
  return key;
}

function partOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return `"${value.length}:${value}`;
    case "bigint":
      return `n${value},`;
    case "number":
      return `d${value},`;
    case "boolean":
      return `${value},`;
    default:
      return undefined;
  }
}
