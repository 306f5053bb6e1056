import { expect } from "chai";
import { globSync } from "node:fs";
import os from "node:os";
import { jobs } from "../../scripts/jobs.mjs";
import { MiniClone } from "./mini-clone.js";

const ALL = "test/**/*.test.ts";
const PARALLEL = os.availableParallelism() === 1 ? [] : ["--parallel", "--jobs", "4"];
const MOCHA = ["--import", "./scripts/typescript.mjs", "node_modules/mocha/lib/cli/cli.js"];

/** The arguments of mocha in a job of this clone. */
function mochaArgs(job: string, ...args: string[]): string[] {
  const last = jobs[job]!.steps(args, process.cwd()).at(-1)!;
  expect(last.args.slice(0, MOCHA.length)).to.deep.equal(MOCHA);
  return last.args.slice(MOCHA.length);
}

describe("scripts/jobs.mjs", () => {
  const { CI } = process.env;
  beforeEach(() => void delete process.env["CI"]);
  afterEach(() => {
    if (CI !== undefined) process.env["CI"] = CI;
  });

  describe("test", () => {
    const runs: [what: string, args: string[], mocha: string[]][] = [
      ["all fast tests", [], [...PARALLEL, ALL]],
      ["a named file in one process", ["test/scripts/jobs.test.ts"], ["test/scripts/jobs.test.ts"]],
      [
        "a pattern in one process",
        ["test/foundation/arc/*.test.ts"],
        ["test/foundation/arc/*.test.ts"],
      ],
      [
        "the fast tests of an existing folder",
        ["test/foundation/arc"],
        ["test/foundation/arc/**/*.test.ts"],
      ],
      [
        "all with mocha's options, unchanged",
        ["--grep", "two words & 'more' $HOME"],
        [...PARALLEL, "--grep", "two words & 'more' $HOME", ALL],
      ],
      ...["--no-parallel", "--parallel", "-p", "--watch", "--inspect-brk"].map(
        (option): [string, string[], string[]] => [
          `all in one process with ${option}`,
          [option],
          [option, ALL],
        ],
      ),
    ];
    for (const [what, args, mocha] of runs) {
      it(`runs ${what}`, () => expect(mochaArgs("test", ...args)).to.deep.equal(mocha));
    }

    it("lets neither .only nor .skip pass in CI", () => {
      process.env["CI"] = "true";
      const strict = ["--forbid-only", "--forbid-pending"];
      expect(mochaArgs("test")).to.deep.equal([...strict, ...PARALLEL, ALL]);
    });
  });

  it("test:long runs the long tests, those that take minutes first, and packs before them", () => {
    const patterns = mochaArgs("test:long").slice(PARALLEL.length);
    const files = patterns.flatMap((pattern) => globSync(pattern).sort());
    expect(files).to.have.members(globSync("test/**/*.long.ts"));
    expect(files[0]).to.match(/^test.(docs|scripts)./);
    const packs = (...args: string[]) =>
      jobs["test:long"]!.steps(args, process.cwd()).some(
        ({ args: [script] }) => script === "scripts/packed.mjs",
      );
    expect([packs(), packs("test/foundation")]).to.deep.equal([true, false]);
    expect(mochaArgs("test:long", "test/foundation/arc")).to.deep.equal([
      "test/foundation/arc/**/*.long.ts",
    ]);
  });

  it("lint runs all that looks at the code, or one part", () => {
    const lint = (...args: string[]) => jobs["lint"]!.steps(args, "").slice(1);
    const [oxlint] = lint("--only", "oxlint");
    expect(oxlint!.args).to.deep.equal(["node_modules/oxlint/bin/oxlint", "--type-check", "."]);
    expect(lint()).to.deep.include(oxlint).and.have.length.above(5);
    for (const wrong of [
      ["--only", "nonsense"],
      ["--only"],
      ["--fix"],
      ["--only", "knip", "oxlint"],
    ])
      expect(() => lint(...wrong), wrong.join()).to.throw("one of oxlint, write-reference, write-");
    expect(lint("--only", "check-top-level")).to.have.length(1);
  });

  describe("in a clone", () => {
    let clone: MiniClone;
    beforeEach(() => (clone = MiniClone.installed()));
    afterEach(() => clone.dispose());

    it("test warms the cache of Arc releases, generates the types, installs the live nodes, compiles the sources, then runs the tests", async () => {
      expect(await clone.run(["test"], { env: { FAIL: "mocha" } })).to.include({ code: 5 });
      expect(clone.jobCalls()).to.deep.equal([
        { name: "warm", args: [], typescript: false },
        { name: "typechain", args: [], typescript: false },
        { name: "live-nodes", args: [], typescript: false },
        { name: "compile", args: [], typescript: true },
        { name: "mocha", args: [...PARALLEL, ALL], typescript: true },
      ]);
    });

    it("test runs no test if the releases cannot be fetched, and ends with that exit code", async () => {
      expect(await clone.run(["test"], { env: { FAIL: "warm" } })).to.include({ code: 5 });
      expect(clone.jobCalls().map(({ name }) => name)).to.deep.equal(["warm"]);
    });

    it("start migrates the example DAO and a real one's parameters, each to a file of its own", async () => {
      const result = await clone.run(["start", "--quiet"]);
      expect(result).to.include({ code: 0, stderr: "" });
      expect(clone.jobCalls().map(({ args }) => args.join(" "))).to.deep.equal([
        "dao:migrate --params migration-params.json --output migration.json --quiet",
        "dao:migrate --params examples/params/kyber.json --output migration-kyber.json --quiet",
      ]);
      expect(result.stdout).to.match(
        /example DAO.*\n\n.*real one's parameters.*\n\nThe addresses are in/,
      );
    });

    it("start stops at the first that fails", async () => {
      const result = await clone.run(["start"], { env: { FAIL: "hardhat" } });
      expect(result).to.include({ code: 5 });
      expect(clone.jobCalls()).to.have.lengthOf(1);
      expect(result.stdout).not.to.contain("The addresses are in");
    });
  });
});
