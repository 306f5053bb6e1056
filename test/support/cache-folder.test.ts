import { expect } from "chai";
import { join, resolve } from "node:path";
import { defaultCacheDir } from "../../src/support/cache-folder.js";

describe("defaultCacheDir", () => {
  const home = resolve("home", "someone");

  it("follows each system's convention", () => {
    expect(defaultCacheDir({}, "linux", home)).to.equal(
      join(home, ".cache", "hardhat-dao-migration"),
    );
    expect(defaultCacheDir({ XDG_CACHE_HOME: resolve("xdg") }, "linux", home)).to.equal(
      resolve("xdg", "hardhat-dao-migration"),
    );
    expect(defaultCacheDir({}, "darwin", home)).to.equal(
      join(home, "Library", "Caches", "hardhat-dao-migration"),
    );
    expect(defaultCacheDir({ LOCALAPPDATA: resolve("local") }, "win32", home)).to.equal(
      resolve("local", "hardhat-dao-migration", "Cache"),
    );
  });

  it("is set by DAO_MIGRATION_CACHE, unless that is empty", () => {
    expect(defaultCacheDir({ DAO_MIGRATION_CACHE: "elsewhere" }, "linux", home)).to.equal(
      resolve("elsewhere"),
    );
    expect(defaultCacheDir({ DAO_MIGRATION_CACHE: "" }, "linux", home)).to.equal(
      join(home, ".cache", "hardhat-dao-migration"),
    );
  });

  it("ignores a relative XDG_CACHE_HOME, as its standard says", () => {
    for (const relative of ["caches", "./caches", "../caches", ""]) {
      expect(defaultCacheDir({ XDG_CACHE_HOME: relative }, "linux", home)).to.equal(
        join(home, ".cache", "hardhat-dao-migration"),
      );
    }
  });
});
