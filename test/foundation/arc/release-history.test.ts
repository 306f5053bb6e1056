import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { releasesThatTake, releasesWith } from "../../../src/foundation/arc/release-history.js";
import { historyText } from "../../../scripts/write-arc-tables.js";

const FILE = new URL("../../../src/foundation/arc/history.json", import.meta.url);

describe("history of Arc's releases", () => {
  it("matches the releases' artifacts; otherwise, run scripts/write-arc-tables.ts", async () => {
    // Compare as a boolean: a diff of the texts would fill the screen.
    const written = (await readFile(FILE, "utf8")) === (await historyText());
    expect(written, "history.json is of other releases").to.equal(true);
  });

  it("names the releases that have a contract", () => {
    expect(releasesWith("Competition")).to.equal("rc.35 to rc.57");
    expect(releasesWith("BytesLib")).to.equal("rc.45");
    for (const name of ["Nothing", "constructor", "__proto__"]) {
      expect(releasesWith(name), name).to.equal(undefined);
    }
  });

  it("names the releases whose function takes this number of arguments", () => {
    const taking = (count: number) =>
      releasesThatTake("DxDaoSchemeConstraints", "initialize", (types) => types.length === count);
    expect(taking(5)).to.equal("rc.46");
    expect(taking(7)).to.equal("rc.47 to rc.57");
    expect(taking(6)).to.equal(undefined);
    for (const name of ["nothing", "toString", "__proto__"]) {
      expect(releasesThatTake("DxDaoSchemeConstraints", name, () => true)).to.equal(undefined);
    }
  });
});
