import type { IssueList, Path } from "./issues.js";
import { Described } from "./issues.js";

/** A JSON object without a prototype, so that a key such as `constructor` is there or is not. */
export type PlainObject = { [key: string]: unknown };

/** No parameters file needs more; it also ends objects that contain themselves. */
export const MAX_DEPTH = 32;

/** More keys than any file has; each unknown one is compared with those that are known. */
const MAX_KEYS = 1000;

export function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A deep copy of the data in a value, of own keys only; keys that are `undefined` are left out. */
export function plain(value: unknown, issues: IssueList, path: Path = []): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (path.length > MAX_DEPTH) {
    issues.error(path.slice(0, 1), value, `at most ${MAX_DEPTH} levels`, "it is nested too deeply");
    return undefined;
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item, i) => plain(item, issues, [...path, i]));
  }
  const count = Object.keys(value).length;
  if (count > MAX_KEYS) {
    const found = new Described(`an object with ${count} keys`);
    issues.error(path, found, `at most ${MAX_KEYS} keys`, "it has too many keys");
    return undefined;
  }
  const copy = Object.create(null) as PlainObject;
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) {
      copy[key] = plain(item, issues, [...path, key]);
    }
  }
  return copy;
}
