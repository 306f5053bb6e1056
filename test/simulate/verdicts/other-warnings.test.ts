import { expect } from "chai";

import type { SimulatedOutcome, SimulationWarning } from "../../../src/simulate/simulation.js";
import { otherWarnings } from "../../../src/simulate/verdicts/other-warnings.js";

const FINE: SimulatedOutcome = { passes: "can pass", does: "yes", missing: [] };
const POOR: SimulatedOutcome = {
  passes: "can pass",
  does: "no",
  missing: ["pay 1 ether: too poor"],
};
const STUCK: SimulatedOutcome = { passes: "cannot pass", does: "no", missing: [] };
const OPEN: SimulatedOutcome = {
  passes: "can pass",
  does: "inconclusive",
  missing: ["what it does: ?"],
};
const SECRET: SimulatedOutcome = { passes: "inconclusive", does: "no", missing: [] };

function warnings(
  afterIt: SimulatedOutcome,
  beforeIt: SimulatedOutcome,
  itAlone = FINE,
): readonly SimulationWarning[] {
  const touches = ["ether", "scheme 0x1"];
  return otherWarnings({
    tried: [{ id: "0xab", touches, afterIt, beforeIt, itAlone }],
    notTried: [],
  });
}

function notTried(count: number): SimulationWarning {
  const ids = Array.from({ length: count }, (_, index) => `0x${index}`);
  return otherWarnings({ tried: [], notTried: ids })[0]!;
}

describe("otherWarnings", () => {
  it("says nothing if both do what they say in either order", () => {
    expect(warnings(FINE, FINE)).to.deep.equal([]);
    expect(warnings({ ...FINE, passes: "passed" }, FINE)).to.deep.equal([]);
  });

  it("warns if this one fails after the other, with the reason", () => {
    const [only, ...others] = warnings(POOR, FINE);
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "fails-after-another",
      status: "warning",
      what: "If the pending proposal 0xab passes first, this one does not do what it says: pay 1 ether: too poor.",
      why: "Both touch ether, scheme 0x1, and it may be decided first.",
    });
    expect(warnings(STUCK, FINE)[0]!.what).to.match(/does not do what it says: it cannot pass\.$/);
  });

  it("warns if the other fails after this one, unless it fails anyway", () => {
    const [only, ...others] = warnings(FINE, POOR);
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "breaks-another",
      status: "warning",
      what: "If this one passes first, the pending proposal 0xab no longer does what it says: pay 1 ether: too poor.",
    });
    expect(warnings(FINE, POOR, POOR)).to.deep.equal([]);
  });

  it("does not claim that something fails that could not be checked", () => {
    expect(warnings(OPEN, FINE)[0]).to.deep.include({
      id: "fails-after-another",
      status: "inconclusive",
      what: "Whether this one does what it says if the pending proposal 0xab passes first is unknown: what it does: ?.",
    });
    expect(warnings(FINE, SECRET)[0]).to.deep.include({
      id: "breaks-another",
      status: "inconclusive",
      what: "Whether the pending proposal 0xab still does what it says if this one passes first is unknown: who can vote is unknown.",
    });
    // It cannot pass, whatever it would do.
    expect(warnings({ ...OPEN, passes: "cannot pass" }, FINE)[0]!.status).to.equal("warning");
  });

  it("says which ones were not tried", () => {
    expect(notTried(1)).to.deep.include({
      id: "other-proposals",
      status: "inconclusive",
      what: "One more pending proposal overlaps with this one and was not tried with it.",
      check: "What it asks for: 0x0.",
    });
    expect(notTried(2).what).to.match(/^2 more pending proposals overlap .+ were not tried/);
    expect(notTried(5).check).to.equal("What they ask for: 0x0, 0x1, 0x2, 0x3, 0x4.");
    expect(notTried(6).check).to.match(/0x4, …\.$/);
  });
});
