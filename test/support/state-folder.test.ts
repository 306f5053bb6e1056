import { join, resolve } from "node:path";

import { expect } from "chai";

import { stateFolder } from "../../src/support/state-folder.js";

describe("stateFolder", () => {
  const home = resolve("home", "someone");
  const name = "hardhat-dao-migration";

  it("follows each system's convention", () => {
    const xdg = { XDG_STATE_HOME: resolve("xdg") };
    const local = { LOCALAPPDATA: resolve("local") };
    const library = join(home, "Library", "Application Support", name);
    expect(stateFolder({}, "linux", home)).to.equal(join(home, ".local", "state", name));
    expect(stateFolder(xdg, "linux", home)).to.equal(resolve("xdg", name));
    expect(stateFolder(xdg, "darwin", home)).to.equal(library);
    expect(stateFolder(local, "win32", home)).to.equal(resolve("local", name, "State"));
    expect(stateFolder({}, "win32", home)).to.equal(join(home, "AppData", "Local", name, "State"));
  });

  it("ignores a relative XDG_STATE_HOME, as its standard says", () => {
    expect(stateFolder({ XDG_STATE_HOME: "states" }, "linux", home)).to.equal(
      join(home, ".local", "state", name),
    );
  });
});
