import { expect } from "chai";

import { itInProject as it } from "./project.js";

describe("dao:inspect on a network in the process", () => {
  it("says that it is empty, and what to do", async ({ hardhatHere }) => {
    const { code, stdout, stderr } = await hardhatHere("dao:inspect", `0x${"1".repeat(40)}`);
    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr)
      .to.include("this network is simulated and starts empty with each task. Choose another with")
      .and.include("hardhat dao:node")
      .and.not.match(/^\s+at /m);
  });
});
