import { formatPath, type Path } from "../../../foundation/params/file/issues.js";
import type { FindingLocation } from "./report.js";

/** The position of each key and element in a JSON text, by path. */
export type JsonPlaces = ReadonlyMap<string, FindingLocation>;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:\n]|[^\s[\]{},:"]+/g;

interface Open {
  readonly path: Path;
  /** The element's index in a list; undefined in an object. */
  index: number | undefined;
  key: string | undefined;
}

/** @param text valid JSON */
export function jsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, FindingLocation>();
  const open: Open[] = [];
  let expectsKey = false;
  let [line, lineStart] = [1, 0];
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    if (token === "\n") {
      [line, lineStart] = [line + 1, offset + 1];
      continue;
    }
    const within = open.at(-1);
    const isKey = expectsKey && within !== undefined && token.startsWith('"');
    if (isKey) within.key = JSON.parse(token) as string;
    if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ",") {
      if (within?.index !== undefined) within.index += 1;
    } else if (token !== ":") {
      const path = within === undefined ? [] : [...within.path, within.index ?? within.key ?? ""];
      const name = formatPath(path);
      if (!places.has(name)) places.set(name, { line, column: offset - lineStart + 1 });
      if (token === "{" || token === "[") {
        open.push({ path, index: token === "[" ? 0 : undefined, key: undefined });
      }
    }
    const now = open.at(-1);
    expectsKey = now !== undefined && now.index === undefined && (token === "{" || token === ",");
  }
  return places;
}

/**
 * The position of a path, or of the nearest parent in the file: keys with defaults may be missing.
 * @param sections of the file that apply, most important first
 */
export function locate(
  places: JsonPlaces,
  path: Path,
  sections: readonly string[],
): FindingLocation {
  const [key = ""] = path;
  const section = sections.find((name) => places.has(formatPath([name, key])));
  for (let length = path.length; length > 0; length -= 1) {
    const full = [...(section === undefined ? [] : [section]), ...path.slice(0, length)];
    const found = places.get(formatPath(full));
    if (found !== undefined) return found;
  }
  return { line: 1, column: 1 };
}
