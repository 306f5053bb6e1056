import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import daoMigration from "../../../src/index.js";
import { isInstalled, projectFile } from "../../../src/foundation/support/package.js";
import { compiled } from "../../compiled.js";
import { itInFolder as it } from "../../temporary-folder.js";

describe("isInstalled", () => {
  it("says whether a file's imports can resolve a package", async (folder) => {
    const file = join(folder, "package.json");
    expect(isInstalled("some-package", file)).to.equal(false);
    const there = join(folder, "node_modules/some-package");
    await mkdir(there, { recursive: true });
    await writeFile(join(there, "package.json"), '{ "exports": "./index.js" }');
    await writeFile(join(there, "index.js"), "");
    expect(isInstalled("some-package", file)).to.equal(true);
    expect(isInstalled("some-package", pathToFileURL(file).href)).to.equal(true);
  });

  it("ignores NODE_PATH, which pnpm sets and imports do not search", async (folder) => {
    await mkdir(join(folder, "elsewhere/some-package"), { recursive: true });
    await writeFile(join(folder, "elsewhere/some-package/index.js"), "");
    const module = JSON.stringify(compiled("src/foundation/support/package.ts"));
    const file = JSON.stringify(join(folder, "package.json"));
    const code = `const { isInstalled } = await import(${module}); console.log(isInstalled("some-package", ${file}))`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      ...{ encoding: "utf8", timeout: 120_000 },
      env: { ...process.env, NODE_PATH: join(folder, "elsewhere") },
    });
    expect(stdout).to.equal("false\n");
  });

  it("decides whether the plugin loads hardhat-ethers", async () => {
    const plugins = await Promise.all(daoMigration.dependencies?.() ?? []);
    expect(plugins.map((plugin) => plugin.default.id)).to.deep.equal(["hardhat-ethers"]);
  });
});

describe("projectFile", () => {
  it("is in the project's folder, or in one above that has the package, as in a workspace", async (folder) => {
    const project = join(folder, "packages/dao");
    expect(projectFile(project, "p/f.json")).to.equal(join(project, "node_modules/p/f.json"));
    const above = join(folder, "node_modules/p");
    await mkdir(above, { recursive: true });
    await writeFile(join(above, "f.json"), "");
    expect(projectFile(project, "p/f.json")).to.equal(join(above, "f.json"));
  });
});
