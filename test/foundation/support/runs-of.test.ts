import { expect } from "chai";

import { runsOf } from "../../../src/foundation/support/runs-of.js";

describe("runsOf", () => {
  it("keeps consecutive items with the same key together, in order", () => {
    const runs = runsOf(["a1", "a2", "b1", "a3", "a4"], ([letter]) => letter);
    expect(runs).to.deep.equal([["a1", "a2"], ["b1"], ["a3", "a4"]]);
  });

  it("returns no runs for an empty list", () => {
    expect(runsOf([], (item) => item)).to.deep.equal([]);
  });

  it("keeps together items whose key is undefined", () => {
    expect(runsOf([1, 2], () => undefined)).to.deep.equal([[1, 2]]);
  });
});
