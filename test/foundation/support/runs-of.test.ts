import { expect } from "chai";

import { runsOf } from "../../../src/foundation/support/runs-of.js";

describe("runsOf", () => {
  it("keeps consecutive items with the same key together, in order", () => {
    const runs = runsOf(["a1", "a2", "b1", "a3", "a4"], ([letter]) => letter);
    expect(runs).to.deep.equal([["a1", "a2"], ["b1"], ["a3", "a4"]]);
  });
});
