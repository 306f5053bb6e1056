import { expect } from "chai";
import os from "node:os";
import { MiniClone } from "./mini-clone.js";

describe("scripts/jobs.mjs", () => {
  let clone: MiniClone;
  beforeEach(() => (clone = MiniClone.installed()));
  afterEach(() => clone.dispose());

  const ALL = "test/**/*.test.ts";
  const cores = os.availableParallelism();
  const workers = cores === 1 ? 1 : Math.min(cores + 1, 4);
  const PARALLEL = workers === 1 ? [] : ["--parallel", "--jobs", String(workers)];
  const mochaArgs = () => clone.jobCalls().find(({ name }) => name === "mocha")?.args;

  describe("test", () => {
    it("warms the cache of Arc releases, generates the types, installs the live nodes, then runs all fast tests", async () => {
      expect(await clone.run(["test"])).to.include({ code: 0 });
      expect(clone.jobCalls()).to.deep.equal([
        { name: "warm", args: [], tsx: false },
        { name: "typechain", args: [], tsx: false },
        { name: "live-nodes", args: [], tsx: false },
        { name: "mocha", args: [...PARALLEL, ALL], tsx: true },
      ]);
    });

    it("runs only the files that are named, by name or pattern, in one process", async () => {
      await clone.run(["test", "test/arc/x.test.ts"]);
      expect(mochaArgs()).to.deep.equal(["test/arc/x.test.ts"]);
    });

    it("runs the fast tests of an existing folder", async () => {
      clone.write("test/arc/x.test.ts", "");
      await clone.run(["test", "test/arc"]);
      expect(mochaArgs()).to.deep.equal(["test/arc/**/*.test.ts"]);
    });

    it("still runs all when only options of mocha are given, which it passes on unchanged", async () => {
      await clone.run(["test", "--grep", "two words & 'more' $HOME"]);
      expect(mochaArgs()).to.deep.equal([
        ...PARALLEL,
        ...["--grep", "two words & 'more' $HOME"],
        ALL,
      ]);
    });

    it("runs all in one process if an option says so or needs it", async () => {
      for (const option of ["--no-parallel", "--parallel", "-p", "--watch", "--inspect-brk"]) {
        clone.remove("jobs.jsonl", { force: true });
        await clone.run(["test", option]);
        expect(mochaArgs()).to.deep.equal([option, ALL]);
      }
    });

    it("lets neither .only nor .skip pass in CI", async () => {
      await clone.run(["test"], { env: { CI: "true" } });
      expect(mochaArgs()).to.deep.equal(["--forbid-only", "--forbid-pending", ...PARALLEL, ALL]);
    });

    it("runs no test if the releases cannot be fetched, and ends with that exit code", async () => {
      expect(await clone.run(["test"], { env: { FAIL: "warm" } })).to.include({ code: 5 });
      expect(mochaArgs()).to.equal(undefined);
    });

    it("fails when the tests fail", async () => {
      expect(await clone.run(["test"], { env: { FAIL: "mocha" } })).to.include({ code: 5 });
    });
  });

  it("test:long runs the long tests", async () => {
    expect(await clone.run(["test:long"])).to.include({ code: 0 });
    expect(mochaArgs()).to.deep.equal([...PARALLEL, "test/**/*.long.ts"]);
  });

  describe("start", () => {
    const hardhatArgs = () => clone.jobCalls().map(({ args }) => args.join(" "));

    it("migrates the example DAO and a real one's parameters, each to a file of its own", async () => {
      const result = await clone.run(["start", "--quiet"]);
      expect(result).to.include({ code: 0, stderr: "" });
      expect(hardhatArgs()).to.deep.equal([
        "dao:migrate --params migration-params.json --output migration.json --quiet",
        "dao:migrate --params examples/params/kyber.json --output migration-kyber.json --quiet",
      ]);
      expect(result.stdout).to.match(
        /example DAO.*\n\n.*real one's parameters.*\n\nThe addresses are in/,
      );
    });

    it("stops at the first that fails", async () => {
      const result = await clone.run(["start"], { env: { FAIL: "hardhat" } });
      expect(result).to.include({ code: 5 });
      expect(hardhatArgs()).to.have.lengthOf(1);
      expect(result.stdout).not.to.contain("The addresses are in");
    });
  });
});
