import { expect } from "chai";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");

describe(".ci/run", () => {
  let folder: string;
  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(os.tmpdir(), "dao migration ")), "a clone");
    mkdirSync(path.join(folder, ".ci/steps"), { recursive: true });
    cpSync(path.join(ROOT, ".ci/run"), path.join(folder, ".ci/run"));
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  /** Runs .ci/run with these steps, from another folder. */
  function ci(steps: Record<string, string>) {
    for (const [name, script] of Object.entries(steps)) {
      writeFileSync(path.join(folder, ".ci/steps", name), script);
    }
    const env = { ...process.env, TEST_COUNTS_FILE: undefined, TEST_FAILURES_FILE: undefined };
    const run = spawnSync(path.join(folder, ".ci/run"), {
      cwd: os.tmpdir(),
      env,
      encoding: "utf8",
    });
    return { status: run.status, lines: run.stdout.trimEnd().split("\n"), stdout: run.stdout };
  }

  it("adds up the tests of all mocha runs, and one for each other step", () => {
    const { status, lines, stdout } = ci({
      "10-a": 'echo "5 0" >> "$TEST_COUNTS_FILE"; echo "2 0" >> "$TEST_COUNTS_FILE"',
      "20-b": "true",
    });
    expect(status).to.equal(0);
    expect(lines.at(-1)).to.equal("8 passed, 0 failed");
    expect(stdout.match(/^\d+ passed, \d+ failed$/gm)).to.have.lengthOf(1);
    expect(stdout).to.not.contain("What failed");
    expect(stdout)
      .to.match(/^=== 10-a: exit 0, \d s$/m)
      .and.match(/^=== 20-b: exit 0, \d s$/m);
  });

  it("continues after a failure, and fails", () => {
    const { status, lines } = ci({
      "10-a": 'echo "5 2" >> "$TEST_COUNTS_FILE"; exit 2',
      "20-b": "exit 1",
      "30-c": "true",
    });
    expect(status).to.equal(1);
    expect(lines.at(-1)).to.equal("6 passed, 3 failed");
  });

  it("repeats what failed at the end: each step, and each test with its error", () => {
    const test = path.join(folder, "a.test.cjs");
    writeFileSync(
      test,
      `describe("a token", () => { it("is paid", () => { throw new Error("expected 1 to be 2"); }); });`,
    );
    const reporter = path.join(ROOT, "scripts/counting-reporter.mjs");
    const mocha = path.join(ROOT, "node_modules/mocha/bin/mocha.js");
    const { lines } = ci({
      "10-a": `cd "${ROOT}"; "${process.execPath}" "${mocha}" --no-config --reporter "${reporter}" "${test}"`,
      "20-b": "exit 3",
      "30-c": "true",
    });
    const told = lines.slice(lines.indexOf("=== What failed") + 1);
    expect(told.slice(0, 4)).to.deep.equal([
      "10-a: 1 failed, exit 1",
      "20-b: 1 failed, exit 3",
      "a token › is paid",
      "    Error: expected 1 to be 2",
    ]);
    expect(told.at(-1)).to.equal("1 passed, 2 failed");
  });

  it("counts a run that fails outside its tests, or that reports a failure but exits with 0", () => {
    const { status, lines } = ci({
      "10-a": 'echo "5 0" >> "$TEST_COUNTS_FILE"; exit 1',
      "20-b": 'echo "1 1" >> "$TEST_COUNTS_FILE"',
    });
    expect(status).to.equal(1);
    expect(lines.at(-1)).to.equal("6 passed, 2 failed");
  });

  it("still ends with the line when it is stopped", () => {
    const { status, lines } = ci({ "10-a": "kill -TERM $(ps -o ppid= -p $PPID)", "20-b": "true" });
    expect(status).to.equal(1);
    expect(lines.at(-1)).to.match(/^\d passed, 1 failed$/);
  });

  it("runs steps of one number side by side, those of others after them, and stops all", () => {
    const waits = "touch $1; until [ -e $2 ]; do sleep 0.1; done";
    const { lines } = ci({
      "10-a": `set a b; ${waits}`,
      "10-b": `set b a; ${waits}; exit 3`,
      "20-c": "rm a b",
      "30-d": "touch d; trap 'touch ended; exit' TERM; sleep 1000 & wait",
      "30-e":
        "until [ -e d ]; do sleep 0.1; done; kill -TERM $(ps -o ppid= -p $(ps -o ppid= -p $PPID))",
    });
    expect(lines).to.include.members(["10-b: 1 failed, exit 3", "2 passed, 2 failed"]);
    expect(existsSync(path.join(folder, "ended"))).to.equal(true);
  });

  it("runs the steps with CI set, in the root, without input", () => {
    const { lines } = ci({ "10-a": 'echo "$CI $PWD"; cat; test -z "$(cat)"' });
    expect(lines).to.include(`true ${folder}`);
    expect(lines.at(-1)).to.equal("1 passed, 0 failed");
  });

  /** Runs mocha on test files, by name, and reads its counts. */
  function mocha(options: readonly string[], files: Record<string, string>) {
    const counts = path.join(folder, "counts");
    rmSync(counts, { force: true });
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
    const args = [
      path.join(ROOT, "node_modules/mocha/bin/mocha.js"),
      ...["--no-config", "--reporter", path.join(ROOT, "scripts/counting-reporter.mjs")],
      ...options,
      ...Object.keys(files).map((name) => path.join(folder, name)),
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, TEST_COUNTS_FILE: counts, TEST_FAILURES_FILE: undefined },
      encoding: "utf8",
    });
    return { output: stdout + stderr, status, counted: readFileSync(counts, "utf8") };
  }

  for (const [name, options] of [
    ["one process", []],
    ["parallel workers", ["--parallel", "--jobs", "2"]],
  ] as const) {
    it(`takes the counts from mocha itself, in ${name}`, () => {
      const { output, status, counted } = mocha(options, {
        "a.test.cjs": `it("passes", () => {}); it("too", () => {}); it("fails", () => { throw new Error(); });`,
        "b.test.cjs": `describe("b", () => { it("passes", () => {}); after(() => { throw new Error(); }); });`,
        "c.test.cjs": `it("passes", () => {});`,
      });
      expect(output).to.contain("4 passing").and.contain("2 failing");
      expect(counted).to.equal("4 2\n");
      expect(status).to.not.equal(0);
    });

    it(`fails in CI where a test is skipped or the only one, in ${name}`, () => {
      const strict = [...options, "--forbid-only", "--forbid-pending"];
      const skipped = mocha(strict, {
        "a.test.cjs": `it("passes", () => {}); it.skip("is skipped", () => {});`,
        "b.test.cjs": `it("passes", () => {});`,
      });
      expect(skipped.output).to.contain("Pending test forbidden");
      expect(skipped.counted).to.equal("2 1\n");
      expect(skipped.status).to.not.equal(0);
    });
  }

  it("counts a file that cannot be loaded, or whose worker dies, as a failure", () => {
    const { output, status, counted } = mocha(["--parallel", "--jobs", "2", "--forbid-only"], {
      "a.test.cjs": `it("passes", () => {});`,
      "b.test.cjs": `throw new Error("This file is broken.");`,
      "c.test.cjs": `it("dies", () => process.exit(0));`,
      "d.test.cjs": `it.only("is the only one", () => {});`,
      "e.test.cjs": `it("passes", () => {});`,
    });
    expect(output)
      .to.match(/b\.test\.cjs: Error: This file is broken\./)
      .and.match(/c\.test\.cjs: Error: Workerpool Worker terminated/)
      .and.match(/d\.test\.cjs: Error: `\.only` is not supported/);
    expect(counted).to.equal("2 3\n");
    expect(status).to.not.equal(0);
  });

  it("has steps that run what package.json and the README name", () => {
    const steps = ["10-test", "50-lint", "50-test-long"].flatMap((name) =>
      readFileSync(path.join(ROOT, ".ci/steps", name), "utf8").match(/npm (run|test).*$/gm),
    );
    expect(steps).to.deep.equal(["npm test", "npm run lint", "npm run test:long"]);
  });
});
