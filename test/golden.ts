import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

/**
 * Compares a text with a file below `golden/`, beside the test. `GOLDEN=write` writes the file instead: look at the
 * difference in git before you commit it.
 * @param test `import.meta.dirname` of the test
 */
export function expectGolden(test: string, name: string, text: string): void {
  const file = path.join(test, "golden", name);
  if (process.env.GOLDEN === "write" && process.env.CI === undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  expect(existsSync(file), `${file} exists; GOLDEN=write writes it`).to.equal(true);
  expect(`${text}\n`).to.equal(readFileSync(file, "utf8"));
}

/** The same for several cases, each below its name. */
export function expectGoldenCases(
  test: string,
  name: string,
  cases: Readonly<Record<string, string>>,
): void {
  const texts = Object.entries(cases).map(([title, text]) => `### ${title}\n${text}\n`);
  expectGolden(test, name, texts.join("\n"));
}

/** HTML with one tag on each line, and without the line breaks of the sources. */
export function linesOfHtml(html: string): string {
  return html
    .replace(/\s+>/g, ">")
    .replace(/\s*\n\s*/g, " ")
    .replace(
      /\s*(<(?:\/?(?:h\d|p|dl|ul|table|section|article|details|div)|li|dt|dd|tr)\b)/g,
      "\n$1",
    )
    .trim();
}
