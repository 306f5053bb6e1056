import { expect } from "chai";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { endWithUs } from "../end-with-us.js";
import { defaultCacheDir } from "../../src/foundation/support/user-folders.js";
import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";

const ROOT = path.join(import.meta.dirname, "../..");

/** Real installs with the last Node 18 and an npm of its time, in a copy of this repository. */
describe("npm test in a fresh copy on a machine with Node 18", function () {
  // Each installs, on a machine that may be busy.
  this.timeout(1_200_000);
  let top: string;
  let clone: string;
  let oldNode: string;
  let oldNpm: string;

  before(async () => {
    top = await mkdtemp(path.join(os.tmpdir(), "dao migration "));
    clone = path.join(top, "a copy");
    const left = new Set([
      ...["node_modules", "dist", "artifacts", "cache", "types", ".git"],
      ...["migration.json", "migration-kyber.json"],
    ]);
    await cp(ROOT, clone, {
      recursive: true,
      filter: (file) => !left.has(path.relative(ROOT, file)),
    });
    await mkdir(path.join(clone, "test/probe"));
    await writeFile(path.join(clone, "test/probe/probe.test.ts"), PROBE);

    const tools = path.join(top, "tools");
    await mkdir(tools);
    await writeFile(path.join(tools, "package.json"), "{}");
    const { program, arguments: script } = findNpm()!;
    const node18 = `old-node@npm:node-${process.platform}-${process.arch}@18.20.8`;
    const install = ["install", "--no-audit", "--no-fund", node18, "npm@10.8.2"];
    const { code, output } = await run([program, ...script], install, tools);
    expect(code, output).to.equal(0);
    oldNode = path.join(tools, "node_modules/old-node/bin/node");
    oldNpm = path.join(tools, "node_modules/npm/bin/npm-cli.js");
  });

  after(() => rm(top, { recursive: true, force: true }));

  const npm = (...args: string[]) => run([oldNode, oldNpm], args, clone);
  const probe = () => npm("test", "--", "test/probe/probe.test.ts");

  it("brings Node 24, installs and passes", async () => {
    expect((await run([oldNode], ["--version"], clone)).output).to.equal("v18.20.8\n");
    const { code, output } = await probe();
    expect(code, output).to.equal(0);
    expect(output).to.contain("node_modules is missing").and.contain("1 passing");
    expect(output).to.match(/runs on Node v24\./);
  });

  it("starts: two DAOs on the simulated chain, each with its result", async () => {
    const { code, output } = await npm("start");
    expect(code, output).to.equal(0);
    for (const file of ["migration.json", "migration-kyber.json"]) {
      const result = JSON.parse(await readFile(path.join(clone, file), "utf8")) as MigrationResult;
      expect(result.base?.["DaoCreator"], file).to.match(/^0x[0-9a-fA-F]{40}$/);
      expect(result.dao?.Avatar, file).to.match(/^0x[0-9a-fA-F]{40}$/);
      expect(output).to.contain(result.dao?.Avatar);
    }
  });

  it("runs any command under Node 24, which is in the cache folder and not in node_modules", async () => {
    const exec = (...args: string[]) =>
      run([oldNode, "scripts/run.mjs"], ["exec", "--", ...args], clone);
    expect((await exec("node", "--version")).output).to.match(/^v24\./m);
    expect((await exec("hardhat", "--version")).output).to.match(/^3\.\d+\.\d+$/m);
    expect(existsSync(path.join(clone, "node_modules/node"))).to.equal(false);
    const tools = await readdir(path.join(defaultCacheDir(), "tools"));
    expect(tools.filter((name) => /^node-.*24\./.test(name))).not.to.deep.equal([]);
  });
});

/** A test that needs the native part of Hardhat's chain. */
const PROBE = `
  import { createHardhatRuntimeEnvironment } from "hardhat/hre";
  it("runs on Node " + process.version, async () => {
    const { network } = await createHardhatRuntimeEnvironment({});
    const { provider } = await network.create();
    await provider.request({ method: "eth_blockNumber" });
  });
`;

interface Result {
  readonly code: number;
  readonly output: string;
}

/** Runs a command as on a machine with only the old Node, without this process's tools or npm. */
function run(command: readonly string[], args: readonly string[], cwd: string): Promise<Result> {
  const [file = "", ...first] = command;
  const machine = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((entry) => !entry.includes("node_modules"));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(?!config_)|npm_config_local_prefix|INIT_CWD|NODE_OPTIONS|TEST_COUNTS_FILE|TEST_FAILURES_FILE)/.test(
          name,
        ),
    ),
  );
  env["PATH"] = [path.dirname(file), ...machine].join(path.delimiter);
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 2 ** 26 };
    const started = execFile(file, [...first, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(child.exitCode ?? 1), output: stdout + stderr });
    });
    const child = endWithUs(started);
    child.stdin?.end();
  });
}
