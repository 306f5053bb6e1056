import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { expect } from "chai";

import { itInFolder as it } from "../temporary-folder.js";

const SCRIPT = resolve("scripts/check-top-level.mjs");

describe("scripts/check-top-level.mjs", () => {
  it("refuses stray and ignored files in git, and only those", async (folder) => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
    const check = () => spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: "utf8" });
    git("init", "--quiet");
    for (const file of [
      "package.json",
      "x.journal",
      "README.md",
      "src/index.ts",
      "src/voice/a.ts",
      "src/loose.ts",
    ]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    writeFileSync(join(folder, ".gitignore"), "README.md\n");
    git("add", "package.json", ".gitignore", "src/index.ts", "src/voice");
    expect(check()).to.include({ status: 0, stderr: "" });

    git("add", "--force", "x.journal", "README.md", "src");
    const { status, stderr } = check();
    expect(status).to.equal(1);
    expect(stderr.match(/^\S+(?= should not be in git)/gm)).to.deep.equal([
      "src/loose.ts",
      "x.journal",
      "README.md",
    ]);
  });
});
