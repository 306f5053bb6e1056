// @ts-check
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { instrument } from "./mutants.mjs";
import { Pool } from "./pool.mjs";
import { fastTestsIn, filesIn, testsOf } from "./select-tests.mjs";

/** @import { Mutant } from "./mutants.mjs" */
/** @import { Worker } from "./pool.mjs" */
/** @import { Seen } from "./worker.mjs" */

/** @typedef {"killed" | "timeout" | "survived" | "not covered"} Fate */
/** @typedef {Mutant & { fate: Fate, killer?: string }} Judged */

const NO_MUTANT = 0;
/** Milliseconds that every mutant gets in addition to five times the time of its tests. */
const PATIENCE = 4_000;
/** Limit for loading the tests in a process, in milliseconds. */
const LOADING = 60_000;
/** Tests that take at most this many milliseconds run before the others. */
const QUICK = 300;
/** Milliseconds that tests of other sources may take together for one mutant. */
const BUDGET = 5_000;
/** Milliseconds between two lines of progress. */
const PROGRESS = 15_000;

/**
 * Finds out which mutants of some sources survive; with `sample`, only that many of them, evenly spread.
 * @typedef {object} Options
 * @property {string} root
 * @property {readonly string[]} paths files and folders with sources
 * @property {readonly string[]} also files and folders with tests that run besides those that mirror or import a source
 * @property {number} workers
 * @property {number} slowest milliseconds
 * @property {number} [sample]
 *
 * @param {Options} options
 * @returns {Promise<Judged[]>}
 */
export async function judgeMutants({ root, paths, also, workers, slowest, sample }) {
  const files = filesIn(root, paths);
  const { mutants, sources } = instrumentAll(root, files);
  const testsOfFile = testsOf(root, files);
  const others = also.flatMap((path) => fastTestsIn(root, path));
  const tests = [...new Set([...testsOfFile.values(), others].flat())];
  console.log(`${mutants.length} mutants in ${files.length} files, ${tests.length} test files.`);

  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const pool = new Pool({ root, tests, sources: join(folder, "sources.json") });
  try {
    writeFileSync(join(folder, "sources.json"), JSON.stringify(sources));
    const { worker, seen, outside } = await pool.begin();
    const usable = usableTests(seen, slowest);
    await leaveOutUnrepeatable(worker, usable);
    /** @param {Mutant} mutant */
    const candidatesFor = (mutant) => {
      const own = testsOfFile.get(mutant.file) ?? [];
      const ids = mutant.isStatic
        ? mutants.filter(({ file }) => file === mutant.file).map(({ id }) => id)
        : [mutant.id];
      const reaching = usable.filter(({ file, mutants: reached }) =>
        ids.some((id) => (own.includes(file) && outside.includes(id)) || reached.includes(id)),
      );
      return withinBudget(
        reaching.filter(({ file }) => own.includes(file)),
        mutant.isStatic ? [] : reaching.filter(({ file }) => !own.includes(file)),
      );
    };
    return await judgeAll(spread(mutants, sample), candidatesFor, pool, workers);
  } finally {
    pool.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The tests of a source and, of the others that reach the mutant, the fastest ones.
 * @param {readonly Seen[]} own
 * @param {readonly Seen[]} others
 */
function withinBudget(own, others) {
  let spent = 0;
  return [
    ...own,
    ...[...others]
      .sort((a, b) => a.milliseconds - b.milliseconds)
      .filter(({ milliseconds }) => (spent += milliseconds) <= BUDGET),
  ];
}

/** @param {readonly Mutant[]} mutants @param {number} [count] */
function spread(mutants, count = mutants.length) {
  if (count >= mutants.length) return mutants;
  return Array.from({ length: count }, (_, index) => {
    const mutant = mutants[Math.floor(((index + 0.5) * mutants.length) / count)];
    if (mutant === undefined) throw new Error("There is no such mutant.");
    return mutant;
  });
}

/** @param {string} root @param {readonly string[]} files */
function instrumentAll(root, files) {
  /** @type {Mutant[]} */
  const mutants = [];
  /** @type {Record<string, string>} */
  const sources = {};
  for (const file of files) {
    const made = instrument(file, readFileSync(join(root, file), "utf8"), mutants.length + 1);
    mutants.push(...made.mutants);
    if (made.mutants.length > 0) sources[file] = made.code;
  }
  return { mutants, sources };
}

/** @param {readonly Seen[]} seen @param {number} slowest milliseconds */
function usableTests(seen, slowest) {
  return seen.filter(({ title, milliseconds, failure }) => {
    if (failure !== undefined) console.log(`Left out, as it fails: ${title} (${failure})`);
    else if (milliseconds > slowest) console.log(`Left out, as it is slow: ${title}`);
    return failure === undefined && milliseconds <= slowest;
  });
}

/**
 * Leaves out tests that fail when they run a second time in one process, because they would seem to notice every
 * mutant.
 * @param {Worker} worker
 * @param {Seen[]} tests
 */
async function leaveOutUnrepeatable(worker, tests) {
  for (let attempts = 3; ;) {
    const titles = tests.map(({ title }) => title);
    const { fate, killer } = await worker.run(NO_MUTANT, titles, limitOf(tests) + LOADING);
    if (fate === "survived") return;
    const index = titles.findIndex((title) => killer === title || killer?.endsWith(`"${title}"`));
    if (index === -1 && --attempts > 0) continue;
    if (index === -1) throw new Error(`The tests do not pass a second time: ${killer ?? fate}.`);
    console.log(`Left out, as it fails a second time: ${killer ?? ""}`);
    tests.splice(index, 1);
  }
}

/**
 * @param {readonly Mutant[]} mutants
 * @param {(mutant: Mutant) => Seen[]} candidatesFor the tests that may notice a mutant
 * @param {Pool} pool
 * @param {number} workers
 */
async function judgeAll(mutants, candidatesFor, pool, workers) {
  /** @type {Map<Mutant, { fate: Fate, killer?: string }>} */
  const outcomes = new Map();
  const waiting = [...mutants];
  let told = performance.now();
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      outcomes.set(mutant, await judge(mutant, candidatesFor(mutant), pool));
      if (performance.now() - told < PROGRESS) continue;
      told = performance.now();
      console.log(`${outcomes.size} of ${mutants.length}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return mutants.map((mutant) => ({
    ...mutant,
    fate: /** @type {Fate} */ ("not covered"),
    ...outcomes.get(mutant),
  }));
}

/**
 * @param {Mutant} mutant
 * @param {readonly Seen[]} candidates
 * @param {Pool} pool
 * @returns {Promise<{ fate: Fate, killer?: string }>}
 */
async function judge(mutant, candidates, pool) {
  if (candidates.length === 0) return { fate: "not covered" };
  const titlesOf = (/** @type {readonly Seen[]} */ tests) => tests.map(({ title }) => title);
  if (mutant.isStatic) {
    const files = [...new Set(candidates.map(({ file }) => file))];
    return await pool.runAlone(
      mutant.id,
      files,
      titlesOf(candidates),
      limitOf(candidates) + LOADING,
    );
  }
  const quick = candidates.filter(({ milliseconds }) => milliseconds <= QUICK);
  const slow = candidates.filter(({ milliseconds }) => milliseconds > QUICK);
  for (const tests of [quick, slow].filter(({ length }) => length > 0)) {
    const outcome = await pool.run(mutant.id, titlesOf(tests), limitOf(tests));
    if (outcome.fate !== "survived") return outcome;
  }
  return { fate: "survived" };
}

/** @param {readonly Seen[]} tests */
function limitOf(tests) {
  return PATIENCE + tests.reduce((sum, { milliseconds }) => sum + milliseconds * 5, 0);
}
