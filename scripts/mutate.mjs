// @ts-check
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { judgeMutants } from "./mutation/judge.mjs";
import { printReport, withoutEquivalent } from "./mutation/report.mjs";

const HELP = `npm run mutate -- PATH... [--least PERCENT] [--workers N] [--slowest MS] [--sample COUNT]
                   [--also FOLDER]... [--json FILE]

Changes the sources one place at a time and runs the fast tests that reach the changed place: those that
mirror or import its file and, of the other tests that are loaded, the fastest ones.
A change that no test notices is a survivor. Those in scripts/mutation/equivalent.json change nothing
that a test could see, and do not count.

  PATH       files or folders of src/
  --least    exit with 1 where fewer mutants are killed, in percent
  --workers  processes at a time; default: one for each core
  --slowest  leave out tests that take longer, in milliseconds; default: 4000
  --sample   change so many places only, evenly spread
  --also     load the tests in this folder, too; test/live for example
  --json     write every mutant and what became of it to a file`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h" },
    root: { type: "string", default: process.cwd() },
    least: { type: "string", default: "0" },
    workers: { type: "string", default: String(availableParallelism()) },
    slowest: { type: "string", default: "4000" },
    sample: { type: "string" },
    also: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
  },
});
if (values.help || positionals.length === 0) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const start = performance.now();
const root = resolve(values.root);
const judged = await judgeMutants({
  root,
  paths: positionals,
  also: values.also,
  workers: Number(values.workers),
  slowest: Number(values.slowest),
  ...(values.sample !== undefined && { sample: Number(values.sample) }),
});
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(judged, null, 2)}\n`);
const score = printReport(
  withoutEquivalent(root, judged, { isWhole: values.sample === undefined }),
  (performance.now() - start) / 1000,
);
if (score < Number(values.least)) process.exitCode = 1;
