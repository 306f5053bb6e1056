import { resolve } from "node:path";

import { expect } from "chai";

import { cacheFolder, nodeTool, NPM } from "../../scripts/fetch-tool.mjs";
import { fits } from "../../scripts/runtime.mjs";
import { defaultCacheDir } from "../../src/foundation/support/user-folders.js";

describe("scripts/fetch-tool.mjs", () => {
  it("has a suitable Node for each platform of EDR for which npm has one", () => {
    for (const [platform, arch, executable] of [
      ["linux", "x64", "bin/node"],
      ["linux", "arm64", "bin/node"],
      ["darwin", "x64", "bin/node"],
      ["darwin", "arm64", "bin/node"],
      ["win32", "x64", "bin/node.exe"],
    ] as const) {
      const found = nodeTool(platform, arch);
      expect(found?.executable).to.equal(executable);
      expect(fits(found?.tool.spec.split("@")[1] ?? "0"), found?.tool.spec).to.equal(true);
      expect(found?.tool.integrity).to.match(/^sha512-[\w+/]{86}==$/);
    }
    expect(nodeTool("plan9", "mips")).to.equal(undefined);
    expect(NPM.spec).to.match(/^npm@\d/);
  });

  it("uses the cache folder of the releases", () => {
    const home = resolve("home");
    for (const platform of ["linux", "darwin", "win32"] as const) {
      for (const environment of [
        {},
        { DAO_MIGRATION_CACHE: "moved" },
        { XDG_CACHE_HOME: resolve("xdg"), LOCALAPPDATA: resolve("local") },
        { XDG_CACHE_HOME: "relative" },
      ]) {
        expect(cacheFolder(environment, platform, home)).to.equal(
          defaultCacheDir({ environment, platform, home }),
        );
      }
    }
  });
});
