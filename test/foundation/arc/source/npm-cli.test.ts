import { expect } from "chai";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findNpm, runNpm } from "../../../../src/foundation/arc/source/npm-cli.js";
import { rejection } from "../../../rejection.js";

describe("findNpm", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "arc-npm-")));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function touch(...path: string[]): Promise<string> {
    const file = join(folder, ...path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "");
    return file;
  }

  it("prefers the npm that runs us", async () => {
    const running = await touch("own", "npm-cli.js");
    const node = await touch("node", "bin", "node");
    await touch("node", "lib", "node_modules", "npm", "bin", "npm-cli.js");
    expect(findNpm({ npm_execpath: running }, node, "linux")).to.deep.equal({
      program: node,
      arguments: [running],
    });
  });

  it("does not mistake yarn or pnpm for npm", async () => {
    const yarn = await touch("yarn.js");
    const node = await touch("node", "bin", "node");
    const beside = await touch("node", "lib", "node_modules", "npm", "bin", "npm-cli.js");
    expect(findNpm({ npm_execpath: yarn }, node, "linux")?.arguments).to.deep.equal([beside]);
  });

  it("finds the one that is installed with Node, on POSIX and on Windows", async () => {
    const posix = await touch("posix", "lib", "node_modules", "npm", "bin", "npm-cli.js");
    const windows = await touch("windows", "node_modules", "npm", "bin", "npm-cli.js");
    const posixNode = await touch("posix", "bin", "node");
    const windowsNode = await touch("windows", "node.exe");
    expect(findNpm({}, posixNode, "linux")?.arguments).to.deep.equal([posix]);
    expect(findNpm({}, windowsNode, "win32")?.arguments).to.deep.equal([windows]);
  });

  it("follows a link on the PATH to npm's script, and runs a wrapper directly", async () => {
    const script = await touch("lib", "npm-cli.js");
    await mkdir(join(folder, "bin"));
    await symlink(script, join(folder, "bin", "npm"));
    const wrapper = await touch("wrapped", "npm");
    const path = (first: string): string =>
      [join(folder, "empty"), join(folder, first)].join(delimiter);

    expect(findNpm({ PATH: path("bin") }, "/nowhere/bin/node", "linux")).to.deep.equal({
      program: "/nowhere/bin/node",
      arguments: [script],
    });
    expect(findNpm({ PATH: path("wrapped") }, "/nowhere/bin/node", "linux")).to.deep.equal({
      program: wrapper,
      arguments: [],
    });
  });

  it("avoids npm.cmd on Windows, which needs a shell, and reads Path in any case", async () => {
    const script = await touch("nodejs", "node_modules", "npm", "bin", "npm-cli.js");
    await touch("nodejs", "npm.cmd");
    expect(
      findNpm({ Path: join(folder, "nodejs") }, "/nowhere/bin/node.exe", "win32"),
    ).to.deep.equal({
      program: "/nowhere/bin/node.exe",
      arguments: [script],
    });
  });

  it("finds nothing if there is no npm", () => {
    const environment = { PATH: join(folder, "empty"), npm_execpath: join(folder, "npm-cli.js") };
    expect(findNpm(environment, "/nowhere/bin/node", "linux")).to.equal(undefined);
    expect(findNpm({}, "/nowhere/bin/node", "linux")).to.equal(undefined);
  });
});

describe("runNpm", () => {
  const node = (code: string): { program: string; arguments: string[] } => ({
    program: process.execPath,
    arguments: ["-e", code],
  });
  const options = { args: [], cwd: tmpdir(), env: process.env, timeoutMs: 20_000 };

  it("returns the exit code and both outputs", async () => {
    const code = "console.log('out'); console.error('err'); process.exitCode = 3";
    expect(await runNpm(node(code), options)).to.deep.equal({
      exitCode: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("has no input to wait for", async () => {
    const code = "process.stdin.on('end', () => console.log('ended')).resume()";
    expect((await runNpm(node(code), options)).stdout).to.equal("ended\n");
  });

  it("stops it in time, even if a process that it started holds its output open", async () => {
    const holder = "setTimeout(() => {}, 240_000)";
    const code = `process.on("SIGTERM", () => {});
      require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(holder)}], { stdio: "inherit" });
      setTimeout(() => {}, 240_000);`;
    const started = performance.now();
    const run = await runNpm(node(code), { ...options, timeoutMs: 300 });
    expect(run.exitCode).to.equal(undefined);
    expect(performance.now() - started).to.be.lessThan(200_000);
  });

  it("rejects if it cannot be started", async () => {
    const missing = { program: join(tmpdir(), "no-such-program"), arguments: [] };
    expect((await rejection(runNpm(missing, options))).message).to.include("ENOENT");
  });
});
