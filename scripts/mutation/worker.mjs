// @ts-check
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import Mocha from "mocha";

import { SWITCH } from "./mutants.mjs";

/**
 * Runs tests over instrumented sources. The first process runs all of them, to measure how long each takes and which
 * mutants it reaches. Later, each process runs the tests of one mutant at a time.
 *
 * @typedef {object} Seen
 * @property {string} title
 * @property {string} file relative to the root
 * @property {number} milliseconds
 * @property {number[]} mutants that the test reaches
 * @property {string} [failure]
 */

/** Milliseconds that a test may take in addition to five times its time without a mutant. */
const PATIENCE = 2_500;
/** Limit for a test without a mutant, in milliseconds. */
const LONGEST = 60_000;

/** @type {any} */
const settings = await new Promise((resolve) => process.once("message", resolve));
/** @type {Record<string, string>} */
const sources = JSON.parse(readFileSync(settings.sources, "utf8"));
const instrumented = new Map(
  Object.entries(sources).map(([file, code]) => [pathToFileURL(resolve(file)).href, code]),
);
registerHooks({
  load(url, context, nextLoad) {
    const source = instrumented.get(url);
    return source === undefined
      ? nextLoad(url, context)
      : { format: "module", source, shortCircuit: true };
  },
});

/** @type {number} */
let active = settings.mutant ?? 0;
/** Mutants that the running test reaches; undefined once that is known. @type {Set<number> | undefined} */
let covered = settings.durations === undefined ? new Set() : undefined;
Reflect.set(globalThis, SWITCH, (/** @type {number} */ id) => {
  covered?.add(id);
  return id === active;
});

// What one mutant leaves behind must not end the run of the next.
process.on("unhandledRejection", () => {});

const mocha = new Mocha({ timeout: LONGEST, reporter: Mocha.reporters.Base });
mocha.cleanReferencesAfterRun(false);
for (const file of settings.tests) mocha.addFile(file);
try {
  await mocha.loadFilesAsync();
} catch (error) {
  send({ kind: "done", killer: `loading: ${String(error)}` });
  process.exit();
}
const first = covered === undefined ? undefined : await firstRun();
limitTimes(
  settings.durations ??
    Object.fromEntries((first?.seen ?? []).map((test) => [test.title, test.milliseconds])),
);
if (active !== 0) {
  await run(settings.only);
} else {
  process.on("message", (message) => {
    const { mutant, tests } = /** @type {{ mutant: number, tests: string[] }} */ (message);
    active = mutant;
    void run(tests);
  });
  send({ kind: "ready", ...first });
}

/** @returns {Promise<{ seen: Seen[], outside: number[] }>} */
async function firstRun() {
  /** @type {Seen[]} */
  const seen = [];
  /** Mutants reached in hooks and between tests. @type {Set<number>} */
  const outside = new Set();
  const begin = () => {
    for (const id of covered ?? []) outside.add(id);
    covered = new Set();
  };
  await new Promise((done) => {
    mocha
      .run(() => done(undefined))
      .on("test", begin)
      .on("test end", (test) => {
        const { state, duration = 0, err } = test;
        seen.push({
          title: test.fullTitle(),
          file: relative(process.cwd(), resolve(test.file ?? "")),
          milliseconds: duration,
          mutants: [...(covered ?? [])],
          ...(state !== "passed" && { failure: err?.message ?? String(state) }),
        });
        covered = new Set();
      });
  });
  begin();
  covered = undefined;
  return { seen, outside: [...outside] };
}

/** @param {Record<string, number>} durations of tests by their titles, in milliseconds */
function limitTimes(durations) {
  mocha.suite.eachTest((test) => {
    test.timeout(PATIENCE + (durations[test.fullTitle()] ?? 0) * 5);
    // Mocha starts the clock of a test that has run before, and its alarm would end this process.
    test.clearTimeout();
  });
}

/** Runs some tests with the active mutant, up to the first failure. @param {readonly string[]} titles */
async function run(titles) {
  const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  mocha.grep(new RegExp(`^(?:${escaped.join("|")})$`)).bail(true);
  /** @type {string | undefined} */
  let killer;
  await new Promise((done) => {
    mocha
      .run(() => done(undefined))
      .on("fail", (test) => {
        killer ??= test.fullTitle();
      });
  });
  active = 0;
  send({ kind: "done", killer });
}

/** @param {unknown} message */
function send(message) {
  process.send?.(message);
}
