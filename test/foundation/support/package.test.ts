import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import daoMigration from "../../../src/index.js";
import { isInstalled } from "../../../src/foundation/support/package.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

describe("isInstalled", () => {
  it("says whether a file's imports can resolve a package", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "package.json");
      expect(isInstalled("some-package", file)).to.equal(false);
      const there = join(folder, "node_modules/some-package");
      await mkdir(there, { recursive: true });
      await writeFile(join(there, "package.json"), '{ "exports": "./index.js" }');
      await writeFile(join(there, "index.js"), "");
      expect(isInstalled("some-package", file)).to.equal(true);
      expect(isInstalled("some-package", pathToFileURL(file).href)).to.equal(true);
    });
  });

  it("decides whether the plugin loads hardhat-ethers", async () => {
    const plugins = await Promise.all(daoMigration.dependencies?.() ?? []);
    expect(plugins.map((plugin) => plugin.default.id)).to.deep.equal(["hardhat-ethers"]);
  });
});
