import { Described, type IssueList, type Path } from "./issues.js";

/** A JSON object without a prototype, so that it has a key such as `constructor` only if the file does. */
export type PlainObject = { [key: string]: unknown };

/** No parameters file is nested deeper. The limit also stops at objects that contain themselves. */
export const MAX_DEPTH = 32;

/** Limit for keys, far more than any file has, because each unknown key is compared with the known ones. */
const MAX_KEYS = 1000;

/** Copies the data in a value deeply, with own keys only; leaves out keys that are `undefined`. */
export function plain(value: unknown, issues: IssueList, path: Path = []): unknown {
  if (typeof value !== "object" || value === null) return value;
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
    if (item !== undefined) copy[key] = plain(item, issues, [...path, key]);
  }
  return copy;
}
