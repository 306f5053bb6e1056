import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

let test: { readonly file: string; readonly title: string; calls: number };
/** The titles below which something was compared, by golden file. */
const compared = new Map<string, { readonly test: string; readonly titles: Set<string> }>();

// Mocha loads this file before any test (.mocharc.json).
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const { currentTest } = this;
    test = { file: currentTest!.file!, title: currentTest!.titlePath().join(" › "), calls: 0 };
  },
  afterAll(this: Mocha.Context): void {
    const root = this.test!.parent!;
    const all: Mocha.Test[] = [];
    root.eachTest((each) => all.push(each));
    for (const [file, { test: of, titles }] of compared) {
      // After `--grep`, `.only` or a failure, it is not known what the others would compare.
      const isWhole = all.every((each) => each.file !== of || each.state === "passed");
      if (isWhole && !(root as { hasOnly?: () => boolean }).hasOnly?.())
        requireCompared(file, titles);
    }
    compared.clear();
  },
};

/** Fails if a file has texts of tests that are gone. */
function requireCompared(file: string, titles: ReadonlySet<string>): void {
  const cases = readCases(file);
  const used = cases.filter(([title]) => titles.has(title));
  const unused = cases.filter((each) => !used.includes(each)).map(([title]) => title);
  if (unused.length > 0 && isWriting()) return writeCases(file, used);
  expect(unused, `${file}: no test compares these; GOLDEN=write removes them`).to.deep.equal([]);
}

/**
 * Compares what a test found with what is below its title in `golden/`, in the file of the test file's name. `GOLDEN=write`
 * writes it instead: look at the difference in git before you commit it.
 */
export function expectRecorded(found: unknown): void {
  const title = ++test.calls === 1 ? test.title : `${test.title} (${test.calls})`;
  const name = path.basename(test.file).replace(/(\.test|\.long)?\.ts$/, ".txt");
  const file = path.join(path.dirname(test.file), "golden", name);
  const records = new Map(existsSync(file) ? readCases(file) : []);
  const known = compared.get(file) ?? { test: test.file, titles: new Set() };
  compared.set(file, known);
  known.titles.add(title);
  if (isWriting()) writeCases(file, [...records.set(title, written(found))]);
  expect(records.get(title), `${file}: ${title}; GOLDEN=write writes it`).to.equal(written(found));
}

function isWriting(): boolean {
  return process.env.GOLDEN === "write" && process.env.CI === undefined;
}

function writeCases(
  file: string,
  cases: readonly (readonly [title: string, text: string])[],
): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, cases.map(([title, text]) => `### ${title}\n${text}\n`).join("\n"));
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
