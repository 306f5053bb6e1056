import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { knownAbisText } from "../../../scripts/write-arc-tables.js";
import { knownAbi } from "../../../src/foundation/arc/known-abis.js";

const FILE = new URL("../../../src/foundation/arc/known-abis.json", import.meta.url);

describe("known ABIs", () => {
  it("match the releases' artifacts; otherwise, run scripts/write-arc-tables.ts", async () => {
    // Compare as a boolean: a diff of the texts would fill the screen.
    const written = (await readFile(FILE, "utf8")) === (await knownAbisText());
    expect(written, "known-abis.json is of other releases").to.equal(true);
  });

  it("differ between releases if the contract does", () => {
    const parameters = (release?: string) =>
      knownAbi("GenesisProtocol", release)
        ?.getFunction("parameters")
        ?.outputs.map(({ name }) => name);
    expect(parameters("alpha.58")).to.include("preBoostedVoteRequiredPercentage");
    expect(parameters("0.0.1-rc.3")).to.include("queuedVoteRequiredPercentage");
    expect(parameters()).to.deep.equal(parameters("rc.57"));
  });

  it("do not exist for unknown contracts and releases", () => {
    for (const name of ["Nothing", "constructor", "__proto__"])
      expect(knownAbi(name)).to.equal(undefined);
    expect(knownAbi("UController", "rc.57")).to.equal(undefined);
  });
});
