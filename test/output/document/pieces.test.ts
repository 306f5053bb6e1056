import { expect } from "chai";

import { amountText, durationText, timeText } from "../../../src/output/document/pieces.js";

describe("amountText", () => {
  it("groups digits, and keeps the sign of what is taken away", () => {
    expect(amountText("1234500000", 5)).to.equal("12,345");
    expect(amountText("-500000000000000000", 18)).to.equal("-0.5");
    expect(amountText("-2000", 0)).to.equal("-2,000");
  });
});

describe("durationText", () => {
  it("shows units, and the seconds if they are wanted, once", () => {
    expect(durationText(0, true)).to.equal("0 s");
    expect(durationText(59, true)).to.equal("59 s");
    expect(durationText(3600, true)).to.equal("1 h (3600 s)");
    expect(durationText(90_061, true)).to.equal("1 d 1 h 1 min 1 s (90061 s)");
    expect(durationText(90_061)).to.equal("1 d 1 h 1 min 1 s");
  });
});

describe("timeText", () => {
  it("shows seconds that no calendar has as such", () => {
    expect(timeText(1_600_000_000)).to.equal("2020-09-13T12:26:40Z");
    expect(timeText(1e18)).to.equal("second 1000000000000000000");
  });
});
