import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync as gzip } from "node:zlib";

import { expect } from "chai";

import { cacheFolder, nodeTool, NPM } from "../../scripts/fetch-tool.mjs";
import { unpack } from "../../scripts/unpack.mjs";
import { fits } from "../../scripts/runtime.mjs";
import { defaultCacheDir } from "../../src/support/user-folders.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { makeTarball } from "../arc/support/tarballs.js";

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

describe("scripts/unpack.mjs", () => {
  it("unpacks what npm packs, long names and empty files too", () =>
    inTemporaryFolder(async (folder) => {
      const long = `${"a-long-folder-name/".repeat(12)}file.js`;
      const files = { "bin/node": "x".repeat(1500), "lib/é.txt": "ü", empty: "", [long]: "long" };
      unpack(await makeTarball("x", "1.0.0", files), folder);
      for (const [name, text] of Object.entries(files)) {
        expect(readFileSync(join(folder, name), "utf8"), name).to.equal(text);
      }
    }));

  it("refuses a path that leads out of the folder", () =>
    inTemporaryFolder((folder) => {
      for (const name of ["package/../../x", "package", "package/a\\..\\x", "package/C:x"]) {
        const header = Buffer.alloc(1024);
        header.write(name, 0);
        header.write("0000644", 100);
        header.write("00000000000", 124);
        header.write("0", 156);
        expect(() => unpack(gzip(header), folder), name).to.throw("a file with the path");
      }
      return Promise.resolve();
    }));
});
