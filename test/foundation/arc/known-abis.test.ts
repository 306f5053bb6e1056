import { expect } from "chai";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";

describe("known ABIs", () => {
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
