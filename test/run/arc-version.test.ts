import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { wantedArcVersion } from "../../src/run/arc-version.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";

describe("wantedArcVersion", () => {
  it("is the parameters' own, else the one asked for, else the latest", async () => {
    expect(await wantedArcVersion({ arcVersion: "rc.41" }, "private", "rc.40")).to.equal(
      "0.0.1-rc.41",
    );
    expect(await wantedArcVersion({ arcVersion: "0.0.0-alpha.58" }, "private", undefined)).to.equal(
      "0.0.0-alpha.58",
    );
    expect(await wantedArcVersion({}, "private", "rc.40")).to.equal("0.0.1-rc.40");
    expect(await wantedArcVersion(undefined, "private", "rc.40")).to.equal("0.0.1-rc.40");
    expect(await wantedArcVersion(undefined, "private", undefined)).to.equal("0.0.1-rc.57");
  });

  it("is that of the network's section", async () => {
    const params = { default: { arcVersion: "rc.41" }, kovan: { arcVersion: "rc.43" } };
    expect(await wantedArcVersion(params, "kovan", undefined)).to.equal("0.0.1-rc.43");
    expect(await wantedArcVersion(params, "private", undefined)).to.equal("0.0.1-rc.41");
  });

  it("is read from a file", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "dao.json");
      await writeFile(file, '{"arcVersion": "rc.41"}');
      expect(await wantedArcVersion(file, "private", undefined)).to.equal("0.0.1-rc.41");
      const missing = await rejection(wantedArcVersion(`${file}5`, "private", undefined));
      expect(missing.message).to.include("there is no such file");
    });
  });

  it("leaves a release that there is none of to the parameters' validation", async () => {
    for (const arcVersion of ["rc.58", "57", 57, "", "x-rc.57"]) {
      expect(await wantedArcVersion({ arcVersion }, "private", "rc.40")).to.equal("0.0.1-rc.40");
    }
  });
});
