import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

let test: { readonly file: string; readonly title: string; calls: number };

// Mocha loads this file before any test (.mocharc.json).
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const { currentTest } = this;
    test = { file: currentTest!.file!, title: currentTest!.titlePath().join(" › "), calls: 0 };
  },
};

/**
 * Compares what a test found with what is below its title in `golden/`, in the file of the test file's name. `GOLDEN=write`
 * writes it instead: look at the difference in git before you commit it.
 */
export function expectRecorded(found: unknown): void {
  const title = ++test.calls === 1 ? test.title : `${test.title} (${test.calls})`;
  const name = path.basename(test.file).replace(/(\.test|\.long)?\.ts$/, ".txt");
  const file = path.join(path.dirname(test.file), "golden", name);
  const records = new Map(existsSync(file) ? readCases(file) : []);
  if (process.env.GOLDEN === "write" && process.env.CI === undefined) {
    records.set(title, written(found));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, [...records].map(([each, text]) => `### ${each}\n${text}\n`).join("\n"));
  }
  expect(records.get(title), `${file}: ${title}; GOLDEN=write writes it`).to.equal(written(found));
}

/** Returns the texts of a file by the titles above them. */
export function readCases(file: string): [title: string, text: string][] {
  const cases = readFileSync(file, "utf8").split(/^### /m).slice(1);
  return cases.map((each) => [each.split("\n", 1)[0]!, each.slice(each.indexOf("\n")).trim()]);
}

/** A text as it is, a list with an entry on each line, an object with a field on each line. */
function written(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(json).join("\n");
  if (typeof value !== "object" || value === null || value instanceof Map) return json(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${json(each)}`)
    .join("\n");
}

/** JSON that tells all values apart: also `1n`, `undefined` and maps. */
function json(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
  if (value instanceof Map || value instanceof Set)
    return `${value.constructor.name} ${json([...value])}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value);
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${json(each)}`);
  return `{ ${fields.join(", ")} }`;
}
