import { expect } from "chai";

import { endText, sideOf, stateOf } from "../../../src/engine/governance/proposal-state.js";

describe("the state of a proposal", () => {
  it("is what the number means in the release, and of no other number", () => {
    const wrong = /the voting machine returns state/;
    const states = ["expiredInQueue", "executed", "queued", "preBoosted", "boosted"] as const;
    const now = [...states, "quietEndingPeriod"];
    const early = now.filter((state) => state !== "preBoosted");
    for (const [isAlpha, expected] of [
      [false, now],
      [true, early],
    ] as const) {
      const of = (value: bigint) => stateOf(value, { isGenesis: true, isAlpha });
      expect(expected.map((_, index) => of(BigInt(index + 1)))).to.deep.equal(expected);
      expect(() => of(0n)).to.throw(wrong);
      expect(() => of(BigInt(expected.length + 1))).to.throw(wrong);
    }
  });

  it("is in other machines whether it can be voted on", () => {
    const absolute = { isGenesis: false, isAlpha: false };
    expect(stateOf(true, absolute)).to.equal("queued");
    expect(stateOf(false, absolute)).to.equal("executed");
  });

  it("is told as how it ended, or that it did not", () => {
    expect(endText({ state: "boosted" })).to.equal("it is still boosted");
    expect(endText({ state: "expiredInQueue" })).to.equal("it expired in the queue");
    expect(endText({ state: "executed" })).to.equal("it is decided");
    // An abstention wins nothing.
    const ends = [0n, 1n, 2n].map((choice) =>
      endText({ state: "executed", decision: sideOf(choice) }),
    );
    expect(ends).to.deep.equal(["it was rejected", "it passed", "it was rejected"]);
  });
});
