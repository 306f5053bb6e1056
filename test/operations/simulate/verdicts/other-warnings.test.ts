import type { SimulatedOutcome } from "../../../../src/operations/simulate/simulation.js";
import { otherWarnings } from "../../../../src/operations/simulate/verdicts/other-warnings.js";
import { expectWarnings } from "./golden-warnings.js";

const outcome = (
  passes: SimulatedOutcome["passes"],
  does: SimulatedOutcome["does"],
  ...missing: readonly string[]
): SimulatedOutcome => ({ passes, does, missing });
const FINE = outcome("can pass", "yes");
const POOR = outcome("can pass", "no", "pay 1 ether: too poor");
const OPEN = outcome("can pass", "inconclusive", "what it does: ?");

function warnings(afterIt: SimulatedOutcome, beforeIt: SimulatedOutcome, itAlone = FINE) {
  const touches = ["ether", "scheme 0x1"];
  return otherWarnings({
    tried: [{ id: "0xab", touches, afterIt, beforeIt, itAlone }],
    notTried: [],
  });
}

function notTried(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `0x${index}`);
  return otherWarnings({ tried: [], notTried: ids });
}

describe("otherWarnings", () => {
  it("warns if one of two fails after the other, or if that is unknown", () => {
    expectWarnings("other-proposals.txt", {
      "both do what they say": warnings(FINE, FINE),
      "this one has passed": warnings(outcome("passed", "yes"), FINE),
      "this one fails": warnings(POOR, FINE),
      "this one cannot pass": warnings(outcome("cannot pass", "no"), FINE),
      "the other one fails": warnings(FINE, POOR),
      "the other one fails anyway": warnings(FINE, POOR, POOR),
      "what this one does is unknown": warnings(OPEN, FINE),
      "whether the other one passes is unknown": warnings(FINE, outcome("inconclusive", "no")),
      "this one cannot pass, whatever it would do": warnings(
        { ...OPEN, passes: "cannot pass" },
        FINE,
      ),
    });
  });

  it("says which ones were not tried", () => {
    expectWarnings("proposals-not-tried.txt", {
      one: notTried(1),
      two: notTried(2),
      five: notTried(5),
      six: notTried(6),
    });
  });
});
