import { resolve } from "node:path";

import { expect } from "chai";

import { itInProject as it } from "./project.js";

describe("dao:inspect and dao:check on a network in the process", () => {
  it("say that it is empty, and what to do, also after a migration to it", async (project) => {
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
