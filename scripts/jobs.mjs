// @ts-check
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { RunError } from "./runtime.mjs";

/** Tests wait half of their time: for processes that they start, and for chains, which work in other threads. */
const WORKERS = 4;
/** Long tests wait for blocks, too. */
const LONG_WORKERS = 6;
/** The files that take minutes come first, so that no worker is left alone with one. */
const LONG_TESTS = [
  "test/docs/**/*.long.ts",
  "test/lives/**/*.long.ts",
  "test/{scripts,voice}/**/*.long.ts",
  "test/!(docs|lives|scripts|voice)/**/*.long.ts",
  "test/*.long.ts",
];
/** As run.mjs starts its steps in the root. */
const TYPESCRIPT = "./scripts/typescript.mjs";
const LINTERS = [
  ["node_modules/oxlint/bin/oxlint", "--type-check", "."],
  ["--import", TYPESCRIPT, "scripts/write-reference.ts", "--check"],
  ["--import", TYPESCRIPT, "scripts/write-schemas.ts", "--check"],
  ["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "src", "fixtures", "tasks"],
  ["node_modules/knip/bin/knip.js"],
  ["node_modules/prettier/bin/prettier.cjs", "--check", "."],
  ["scripts/check-top-level.mjs"],
];
/** What `lint` runs, by the names that `--only` takes: of packages, or of our scripts. */
const LINTER_NAMES = LINTERS.map((args) => {
  const [, name] =
    args.map((arg) => /(?:modules|scripts)\/([\w-]+)/.exec(arg)).findLast(Boolean) ?? [];
  return name;
});
/** Mocha options that require one process for all files, or that set the number of processes. */
const IN_ONE_PROCESS = /^(-w|-p|-S|--(watch|file|sort|inspect|no-parallel|parallel|reporter)\b)/;

/**
 * One process of a job. `command` is an executable; without it, the right Node gets the arguments.
 *
 * @typedef {{ title?: string, command?: string, args: string[] }} Step
 */

/**
 * A job of run.mjs: what it does, its steps in order (the first failure ends the job), and what to print after the last
 * one.
 *
 * @typedef {{ about: string, steps: (args: string[], root: string) => Step[], closing?: string }} Job
 */

/** @type {Record<string, Job>} */
export const jobs = {
  start: {
    about: "migrates base, the example DAO and a real DAO's parameters on a simulated chain",
    steps: (args) => [
      {
        title: "Base and the example DAO (migration-params.json)",
        args: migrate("migration-params.json", "migration.json", args),
      },
      {
        title: "Base and a DAO with a real one's parameters (examples/params/kyber.json)",
        args: migrate("examples/params/kyber.json", "migration-kyber.json", args),
      },
    ],
    closing:
      "The addresses are in migration.json and migration-kyber.json. The chain was simulated and is\n" +
      "gone. For your own DAO: npx hardhat dao:migrate --params <file>",
  },
  test: {
    about: "runs the tests, or only the given files",
    steps: (args, root) => tests(["test/**/*.test.ts"], args, root),
  },
  "test:long": {
    about:
      "runs the tests that take minutes (real installs, the packed package), or only the given files",
    steps: (args, root) => tests(LONG_TESTS, args, root),
  },
  lives: {
    about:
      "deploys against models of node, disk and process, as often and with the seed that is given",
    steps: (args) => [{ args: ["--import", TYPESCRIPT, "test/lives/run.ts", ...args] }],
  },
  bench: {
    about:
      "measures migrations, founders, fixtures, persisted chains, the cold start (after npm run build) and reading events and proposals",
    steps: () => [
      { args: ["scripts/install-live-nodes.mjs"] },
      ...[
        ...["migration", "founders", "fixtures", "replay", "cold-start", "live"],
        ...["inspect-logs", "inspect-proposals", "hardhat-start"],
      ].map((name) => ({
        title: `bench/${name}.ts`,
        args: ["scripts/bench.mjs", name],
      })),
    ],
  },
  migrate: {
    about: "runs a migration on a node; takes the arguments of dao-migrate",
    steps: (args) => [
      { args: ["--import", TYPESCRIPT, "src/interfaces/cli/dao-migrate.ts", ...args] },
    ],
  },
  ganache: {
    about:
      "serves a migrated chain that persists in the folder db; takes the arguments of dao-test-chain",
    steps: (args) => [
      {
        args: [
          ...["--import", TYPESCRIPT, "src/interfaces/cli/test-chain.ts"],
          ...unlessGiven(args, "--db", "db"),
          ...unlessGiven(args, "--params", "migration-params.json"),
          ...args,
        ],
      },
    ],
  },
  "custom-abis": {
    about: "compiles contracts/ and writes the build file to custom-abis/",
    steps: () => [
      { args: ["node_modules/hardhat/dist/src/cli.js", "build"] },
      { args: ["examples/dao-project/scripts/copy-build-files.mjs"] },
    ],
  },
  lint: {
    about: "checks types and style, the order of the folders, dead code and format",
    steps: (args) => [{ args: ["scripts/generate-types.mjs"] }, ...linters(args)],
  },
  exec: {
    about: "runs a command with the right Node first on PATH: exec -- node -v",
    steps: (args) => {
      const [command, ...rest] = args[0] === "--" ? args.slice(1) : args;
      if (command === undefined) {
        return [];
      }
      return [command === "node" ? { args: rest } : { command, args: rest }];
    },
  },
};

/**
 * @param {string[]} args
 * @returns {Step[]}
 * @throws RunError if they name no linter
 */
function linters([option, name, ...rest]) {
  if (option === undefined) return LINTERS.map((args) => ({ args }));
  const args = LINTERS[LINTER_NAMES.indexOf(name)];
  if (option !== "--only" || args === undefined || rest.length > 0) {
    throw new RunError(`lint takes nothing, or --only and one of ${LINTER_NAMES.join(", ")}.`);
  }
  return [{ args }];
}

/**
 * @param {string[]} args
 * @param {string} name
 * @param {string} value
 */
function unlessGiven(args, name, value) {
  return args.some((arg) => arg === name || arg.startsWith(`${name}=`)) ? [] : [name, value];
}

/**
 * @param {string} params
 * @param {string} output
 * @param {string[]} args
 */
function migrate(params, output, args) {
  const hardhat = "node_modules/hardhat/dist/src/cli.js";
  return [hardhat, "dao:migrate", "--params", params, "--output", output, ...args];
}

/**
 * Fetches the Arc releases before the tests, so that no test's time limit includes a download. Runs mocha's inner
 * script, because mocha's own command would start a second process that does not get SIGTERM. Without arguments, all
 * files run in several processes; named files run in one process, where `.only` works.
 *
 * @param {readonly string[]} all patterns of the files to run if none is named
 * @param {string[]} args
 * @param {string} root
 * @returns {Step[]}
 */
function tests(all, args, root) {
  const isPath = (/** @type {string} */ arg) =>
    !arg.startsWith("-") && existsSync(path.join(root, arg));
  const named = args.some((arg) => isPath(arg) || (!arg.startsWith("-") && /\.ts$|\*/.test(arg)));
  // A folder has both kinds of tests.
  const paths = args.map((arg) =>
    isPath(arg) && !arg.endsWith(".ts")
      ? path.posix.join(arg, "**", path.basename(all[0] ?? ""))
      : arg,
  );
  const strict = process.env["CI"] ? ["--forbid-only", "--forbid-pending"] : [];
  const mocha = ["--import", TYPESCRIPT, "node_modules/mocha/lib/cli/cli.js"];
  const cores = os.availableParallelism?.() ?? os.cpus().length;
  const workers = all === LONG_TESTS ? LONG_WORKERS : WORKERS;
  const alone = named || cores === 1 || args.some((arg) => IN_ONE_PROCESS.test(arg));
  const parallel = alone ? [] : ["--parallel", "--jobs", String(workers)];
  return [
    { args: ["scripts/warm-arc-cache.mjs"] },
    { args: ["scripts/generate-types.mjs"] },
    { args: ["scripts/install-live-nodes.mjs"] },
    ...(named ? [] : [{ args: ["--import", TYPESCRIPT, "test/compiled.ts"] }]),
    ...(all === LONG_TESTS && !named ? [{ args: ["scripts/packed.mjs"] }] : []),
    { args: [...mocha, ...strict, ...parallel, ...paths, ...(named ? [] : all)] },
  ];
}
