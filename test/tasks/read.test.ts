import { join, resolve } from "node:path";
import { writeFile } from "node:fs/promises";

import { expect } from "chai";

import { inProject } from "./project.js";

describe("dao:inspect and dao:check on a network in the process", function () {
  this.timeout(60_000);

  it("say that it is empty, and what to do, also after a migration to it", async () => {
    await inProject("", async (project) => {
      const avatar = `0x${"1".repeat(40)}`;
      expect((await project.hardhatHere("dao:migrate", "--quiet")).code).to.equal(0);
      for (const args of [
        ["dao:inspect"],
        ["dao:inspect", avatar],
        ["dao:check"],
        ["dao:check", avatar, "--params", resolve("migration-params.json")],
      ]) {
        const { code, stdout, stderr } = await project.hardhatHere(...args);
        expect(code).to.equal(1);
        expect(stdout).to.equal("");
        expect(stderr)
          .to.include(
            "this network is simulated and starts empty with each task. Choose another with",
          )
          .and.include("hardhat dao:node")
          .and.not.match(/^\s+at /m);
      }
    });
  });

  it("refuse wrong options and files that are not inspections", async () => {
    await inProject("", async (project) => {
      await writeFile(join(project.folder, "one.json"), "{}");
      for (const [args, message] of [
        [["dao:inspect", "--fail-on-change"], /--fail-on-change needs --since/],
        [["dao:inspect", "--block", "soon"], /a block number/],
        [["dao:inspect", "--section", "base"], /dao or test/],
        [["dao:check", "--section", "base"], /dao or test/],
        [["dao:inspect", "--since", "one.json", "--until", "one.json"], /is not an inspection/],
      ] as const) {
        const run = await project.hardhatHere(...args);
        expect(run.stderr).to.match(message);
        // A file is no usage.
        expect(run.code, run.stderr).to.equal(
          (args as readonly string[]).includes("one.json") ? 1 : 2,
        );
      }
    });
  });
});
