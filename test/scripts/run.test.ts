import { expect } from "chai";
import { copyFileSync, existsSync, linkSync, rmSync } from "node:fs";
import path from "node:path";
import { reasonToInstall } from "../../scripts/install-state.mjs";
import { fits } from "../../scripts/runtime.mjs";
import { ended, type Ended } from "../ended.js";
import { FAKE_NPM, MiniClone, NATIVE_PART } from "./mini-clone.js";

describe("scripts/run.mjs", () => {
  let clone: MiniClone;
  afterEach(() => clone.dispose());

  const commands = () => clone.npmCalls().map(({ command }) => command);
  /** A job that prints its Node and its PATH. */
  const where = ["exec", "--", "node", "-p", "[process.execPath, process.env.PATH].join('\\n')"];
  const pathOf = ({ stdout }: Ended) => stdout.split("\n")[1]?.split(path.delimiter) ?? [];

  describe("with a suitable Node", () => {
    it("runs the job at once when everything is installed", async () => {
      clone = MiniClone.installed();
      const result = await clone.run(where);
      expect(result).to.include({ code: 0, stderr: "" });
      expect(result.stdout.split("\n")[0]).to.equal(process.execPath);
      expect(pathOf(result).slice(0, 2)).to.deep.equal([
        path.dirname(process.execPath),
        clone.path("node_modules/.bin"),
      ]);
      expect(clone.npmCalls()).to.deep.equal([]);
    });

    it("installs, in the clone's folder and under that Node, when node_modules is missing", async () => {
      clone = new MiniClone();
      const result = await clone.run(where);
      expect(result.code, result.stderr).to.equal(0);
      expect(result.stderr).to.contain("node_modules is missing or incomplete");
      expect(commands()).to.deep.equal(["version", "ci"]);
      const ci = clone.npmCalls()[1];
      expect(ci).to.include({ cwd: clone.root });
      expect(ci?.args).to.include.members(["--include=dev", "--include=optional"]);
      expect(ci?.path.split(path.delimiter)[0]).to.equal(path.dirname(process.execPath));
    });

    it("installs again after an interruption, with a newer lock file, and without a part", () => {
      const { root } = (clone = MiniClone.installed());
      const marker = "node_modules/.package-lock.json";
      const cases: [change: () => void, reason: string | undefined][] = [
        [() => clone.date("package-lock.json", -5), undefined],
        [() => clone.date(marker, -10), "package-lock.json is newer than node_modules"],
        [() => clone.remove(marker), "node_modules is missing or incomplete"],
        [() => clone.write(marker, "{}"), undefined],
        [
          () => clone.remove("node_modules/hardhat"),
          "node_modules has no development dependencies",
        ],
        [() => clone.write("node_modules/hardhat/package.json", "{}"), undefined],
        [() => clone.remove(`node_modules/${NATIVE_PART}`), `node_modules lacks ${NATIVE_PART}`],
        // A platform that EDR does not support.
        [
          () =>
            clone.write(
              "node_modules/@nomicfoundation/edr/package.json",
              '{"optionalDependencies":{"@nomicfoundation/edr-plan9-mips":"1.0.0"}}',
            ),
          undefined,
        ],
      ];
      for (const [change, reason] of cases) {
        change();
        expect(reasonToInstall(root)).to.equal(reason);
      }
    });

    it("installs once for a lock file that is dated in the future", async () => {
      clone = MiniClone.installed();
      clone.date("package-lock.json", 1000);
      await clone.run(where);
      await clone.run(where);
      expect(commands()).to.deep.equal(["version", "ci"]);
    });

    it("fails with the cause when npm leaves the native part out again", async () => {
      clone = new MiniClone();
      const result = await clone.run(where, { env: { FAKE_NPM_OMITS_NATIVE: NATIVE_PART } });
      expect(result).to.include({ code: 1, stdout: "" });
      expect(result.stderr).to.match(/npm ci ended well but left out @nomicfoundation\/edr-/);
      expect(result.stderr).not.to.contain("    at ");
    });

    it("fails, without running the job, when npm ci fails", async () => {
      clone = new MiniClone();
      const result = await clone.run(where, { env: { FAKE_NPM_FAILS: "ci" } });
      expect(result).to.include({ code: 1, stdout: "" });
      expect(result.stderr)
        .to.contain("fake npm: ci fails")
        .and.contain("npm ci failed (exit code 9");
    });

    it("fetches an npm if the machine's does not run under that Node", async () => {
      clone = new MiniClone();
      const result = await clone.run(where, { env: { FAKE_NPM_FAILS: "version" } });
      expect(result.code, result.stderr).to.equal(0);
      expect(commands()).to.deep.equal(["version", "pack", "install", "ci"]);
      expect(clone.npmCalls()[1]?.args[0]).to.equal("npm@11.1.2");
      expect(clone.npmCalls()[3]?.fetched).to.equal(true);
    });

    it("uses the npm on PATH when npm did not start it", async () => {
      clone = new MiniClone();
      clone.write("bin/npm", `#!/bin/sh\nexec "${process.execPath}" "${FAKE_NPM}" "$@"\n`);
      clone.makeExecutable("bin/npm");
      const env = {
        npm_execpath: "/somewhere/yarn.js",
        PATH: `${clone.path("bin")}:/usr/bin:/bin`,
      };
      const result = await clone.run(where, { env });
      expect(result.code, result.stderr).to.equal(0);
      expect(commands()).to.deep.equal(["version", "ci"]);
    });

    it("says so if there is no npm", async () => {
      clone = new MiniClone();
      const lonely = clone.path("lonely-node");
      try {
        linkSync(process.execPath, lonely);
      } catch {
        copyFileSync(process.execPath, lonely);
      }
      const env = { npm_execpath: undefined, PATH: clone.path("bin") };
      const result = await clone.run(where, { node: lonely, env });
      expect(result).to.include({ code: 1, stdout: "" });
      expect(result.stderr).to.match(/^npm was found neither .*Install npm/);
    });
  });

  describe("with a Node that is too old", () => {
    const oldNode = true;

    it("gets Node first, then installs under it, and keeps it in the cache folder", async () => {
      clone = new MiniClone();
      const result = await clone.run(where, { oldNode });
      expect(result.code, result.stderr).to.equal(0);
      expect(commands()).to.deep.equal(["pack", "install", "version", "ci"]);
      const [pack, , , ci] = clone.npmCalls();
      expect(pack?.args[0]).to.equal("node-of-npm@24.1.2");
      expect(pack?.cwd, "npm would prefer what the clone has").not.to.contain(clone.root);
      const bin = path.join(clone.cache, "tools/node-of-npm-24.1.2/bin");
      expect(ci?.path.split(path.delimiter)[0]).to.equal(bin);
      expect(pathOf(result)[0]).to.equal(bin);

      const again = await clone.run(where, { oldNode });
      expect(again).to.include({ code: 0, stderr: "" });
      expect(commands()).to.have.length(4);
    });

    it("does not use files with another hash than the pinned one", async () => {
      clone = new MiniClone();
      clone.replaceTool("node-of-npm@24.1.2", { "bin/node": "#!/bin/sh\ntouch /tmp/never\n" });
      const result = await clone.run(where, { oldNode });
      expect(result).to.include({ code: 1, stdout: "" });
      expect(result.stderr).to.contain("is not what was published, and was not used");
      expect(existsSync(path.join(clone.cache, "tools"))).to.equal(false);
    });

    it("fetches again what a killed process left incomplete", async () => {
      clone = MiniClone.installed();
      await clone.run(where, { oldNode });
      rmSync(path.join(clone.cache, "tools/node-of-npm-24.1.2/.complete"));
      const result = await clone.run(where, { oldNode });
      expect(result.code, result.stderr).to.equal(0);
      expect(commands()).to.deep.equal(["pack", "install", "pack", "install"]);
    });

    it("lets npm see the clone's own npm settings when it gets Node", async () => {
      clone = new MiniClone();
      clone.write(".npmrc", "registry=local");
      await clone.run(where, { oldNode });
      expect(clone.npmCalls().map(({ npmrc }) => npmrc)).to.deep.equal(
        Array(4).fill("registry=local"),
      );
    });

    it("fails with the cause, and without running the job, when npm cannot get Node", async () => {
      clone = MiniClone.installed();
      const result = await clone.run(where, { oldNode, env: { FAKE_NPM_FAILS: "pack" } });
      expect(result).to.include({ code: 1, stdout: "" });
      expect(result.stderr)
        .to.contain("fake npm: pack fails")
        .and.match(/This is Node 18\.20\.8, but 22\.13\.0 or later is needed\./);
    });
  });

  it("knows which versions fit", () => {
    clone = new MiniClone();
    const versions = [
      "18.20.8",
      "20.19.0",
      "22.12.9",
      "22.13.0",
      "22.13.1",
      "23.0.0",
      "24.21.0",
      "100.0.0",
    ];
    expect(versions.filter((version) => !fits(version))).to.deep.equal([
      "18.20.8",
      "20.19.0",
      "22.12.9",
    ]);
  });

  it("keeps the settings of the npm that started it from the commands below", async () => {
    clone = MiniClone.installed();
    const env = {
      npm_config_package: "node@24",
      NPM_CONFIG_CALL: "x",
      npm_config_registry: "kept",
    };
    const list = "Object.keys(process.env).filter((name) => /^npm_config/i.test(name)).join()";
    const result = await clone.run(["exec", "--", "node", "-p", list], { env });
    expect(result.stdout.trim()).to.equal("npm_config_registry");
  });

  it("passes on the job's exit code", async () => {
    clone = MiniClone.installed();
    expect(await clone.run(["exec", "node", "-e", "process.exit(7)"])).to.include({
      code: 7,
      signal: null,
    });
  });

  it("runs with standard input closed", async () => {
    clone = MiniClone.installed();
    const result = await ended(
      clone.startInShell(["exec", "node", "-p", "2 + 2"], { redirect: "<&-" }),
    );
    expect(result, result.stderr).to.include({ code: 0, stdout: "4\n" });
  });

  it("says which command could not be started", async () => {
    clone = MiniClone.installed();
    const result = await clone.run(["exec", "no-such-command"]);
    expect(result.code).to.equal(1);
    expect(result.stderr).to.match(/^no-such-command could not be started: .*ENOENT/);
  });

  for (const args of [[], ["toString"], ["exec", "--"]]) {
    it(`lists the jobs and ends with 2 for "${args.join(" ")}"`, async () => {
      clone = MiniClone.installed();
      const result = await clone.run(args);
      expect(result).to.include({ code: 2, stdout: "" });
      expect(result.stderr).to.match(/^Usage: .*(\n {2}\S+ +\S.*)+\n$/);
      expect(result.stderr).to.contain("  start ").and.contain("  test ").and.contain("  exec ");
    });
  }
});
