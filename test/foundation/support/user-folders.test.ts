import { userInfo } from "node:os";
import { join, resolve } from "node:path";

import { expect } from "chai";

import {
  defaultCacheDir,
  homeFolder,
  stateFolder,
} from "../../../src/foundation/support/user-folders.js";

describe("a user's folders", () => {
  const home = resolve("home", "someone");
  const NAME = "hardhat-dao-migration";
  const CACHE = join(home, ".cache", NAME);
  const STATE = join(home, ".local", "state", NAME);

  const cases: readonly [NodeJS.Platform, NodeJS.ProcessEnv, cache: string, state: string][] = [
    ["linux", {}, CACHE, STATE],
    ["linux", { XDG_CACHE_HOME: resolve("xdg") }, resolve("xdg", NAME), STATE],
    ["linux", { XDG_STATE_HOME: resolve("xdg") }, CACHE, resolve("xdg", NAME)],
    // The standard says to ignore relative paths.
    ["linux", { XDG_CACHE_HOME: "caches", XDG_STATE_HOME: "../states" }, CACHE, STATE],
    ["linux", { XDG_CACHE_HOME: "", DAO_MIGRATION_CACHE: "" }, CACHE, STATE],
    ["linux", { DAO_MIGRATION_CACHE: "elsewhere" }, resolve("elsewhere"), STATE],
    [
      "darwin",
      { XDG_STATE_HOME: resolve("xdg") },
      join(home, "Library", "Caches", NAME),
      join(home, "Library", "Application Support", NAME),
    ],
    [
      "win32",
      { LOCALAPPDATA: resolve("local") },
      resolve("local", NAME, "Cache"),
      resolve("local", NAME, "State"),
    ],
    [
      "win32",
      {},
      join(home, "AppData", "Local", NAME, "Cache"),
      join(home, "AppData", "Local", NAME, "State"),
    ],
  ];
  for (const [platform, environment, cache, state] of cases) {
    it(`follow the convention of ${platform} with ${JSON.stringify(environment)}`, () => {
      const system = { platform, environment, home };
      expect([defaultCacheDir(system), stateFolder(system)]).to.deep.equal([cache, state]);
    });
  }

  it("are in the home folder of the account if HOME is empty", () => {
    const { HOME } = process.env;
    process.env.HOME = "";
    try {
      expect(homeFolder()).to.equal(userInfo().homedir);
    } finally {
      if (HOME === undefined) delete process.env.HOME;
      else process.env.HOME = HOME;
    }
  });
});
