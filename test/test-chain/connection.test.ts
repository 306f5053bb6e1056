import { expect } from "chai";

import { compareAnswers } from "./compared.js";

describe("a chain opened through EDR", () => {
  it("answers random requests as a chain of Hardhat's does", async () => {
    const { answers, events } = await compareAnswers(400, 1);
    expect(answers).to.be.above(300);
    expect(events).to.be.above(200);
  });
});
