import { isObject } from "./is-object.js";

/** Gives the same text for the same values, in whatever order their members are. A bigint is not its digits as text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each === "bigint") return { bigint: String(each) };
    return isObject(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each;
  });
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
