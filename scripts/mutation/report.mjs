// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Judged } from "./judge.mjs" */

/**
 * @typedef {{ file: string, line: string, kind: string, original: string, replacement: string, why: string }} Equivalent
 */

const EQUIVALENT = "scripts/mutation/equivalent.json";

/**
 * Leaves out mutants that were judged equivalent, because no test could notice them. Also lists judgements that no
 * longer match a mutant. A place is identified by the text of its line, which changes less often than its number.
 * @param {string} root
 * @param {readonly Judged[]} judged
 * @param {{ isWhole: boolean }} options whether these are all mutants of their files
 */
export function withoutEquivalent(root, judged, { isWhole }) {
  const path = join(root, EQUIVALENT);
  if (!existsSync(path)) return judged;
  /** @type {Equivalent[]} */
  const equivalent = JSON.parse(readFileSync(path, "utf8"));
  const files = new Map(
    [...new Set(judged.map(({ file }) => file))].map((file) => [
      file,
      readFileSync(join(root, file), "utf8").split("\n"),
    ]),
  );
  const used = new Set();
  const left = judged.filter((mutant) => {
    const line = files.get(mutant.file)?.[mutant.line - 1]?.trim();
    const same = equivalent.find(
      ({ file, kind, original, replacement, ...entry }) =>
        file === mutant.file &&
        entry.line === line &&
        kind === mutant.kind &&
        original === mutant.original &&
        replacement === mutant.replacement,
    );
    if (same !== undefined) used.add(same);
    if (same !== undefined && isKilled(mutant))
      console.log(`Killed, so not equivalent: ${textOf(mutant)}`);
    return same === undefined || isKilled(mutant);
  });
  for (const entry of equivalent) {
    if (isWhole && files.has(entry.file) && !used.has(entry)) {
      console.log(`No such mutant any more: ${entry.file} ${entry.line} (${entry.kind})`);
    }
  }
  return left;
}

/**
 * Prints the survivors and the score of each file.
 * @param {readonly Judged[]} judged
 * @param {number} seconds
 * @returns {number} percent of the mutants that were killed
 */
export function printReport(judged, seconds) {
  for (const mutant of judged.filter((one) => !isKilled(one))) {
    console.log(`${mutant.fate.padEnd(11)}  ${textOf(mutant)}`);
  }
  console.log("");
  for (const file of new Set(judged.map((mutant) => mutant.file))) {
    console.log(
      scoreOf(
        file,
        judged.filter((mutant) => mutant.file === file),
      ),
    );
  }
  console.log(`${scoreOf("all", judged)}, in ${Math.round(seconds)} s`);
  return percentOf(judged);
}

/** @param {string} name @param {readonly Judged[]} judged */
function scoreOf(name, judged) {
  const killed = judged.filter(isKilled).length;
  const timeouts = judged.filter(({ fate }) => fate === "timeout").length;
  const uncovered = judged.filter(({ fate }) => fate === "not covered").length;
  return (
    `${percentOf(judged).toFixed(1).padStart(5)}%  ${name}: ${killed} of ${judged.length} killed` +
    `${timeouts > 0 ? `, ${timeouts} by time` : ""}${uncovered > 0 ? `, ${uncovered} not covered` : ""}`
  );
}

/** @param {readonly Judged[]} judged */
function percentOf(judged) {
  return judged.length === 0 ? 100 : (judged.filter(isKilled).length / judged.length) * 100;
}

/** @param {Judged} mutant */
function isKilled({ fate }) {
  return fate === "killed" || fate === "timeout";
}

/** @param {Judged} mutant */
function textOf({ file, line, column, kind, original, replacement }) {
  return `${file}:${line}:${column}  ${kind}: ${original}${replacement === "" ? "" : ` -> ${replacement}`}`;
}
