import { expect } from "chai";

import { inspect } from "../../../src/interfaces/commands/inspect.js";
import { plan } from "../../../src/interfaces/commands/plan.js";
import { propose } from "../../../src/interfaces/commands/propose.js";
import { EXIT } from "../../../src/output/terminal/exit-codes.js";
import type { HandledProposal } from "../../../src/operations/change/carry/propose-or-wait.js";
import { sampleChange, sampleProposal } from "../../operations/change/sample-change.js";

describe("the exit code", () => {
  const failed = sampleProposal({ status: "failed" });
  for (const [what, changes, code] of [
    ["a DAO that matches its file", {}, 0],
    ["a plan with something to do", { proposals: [sampleProposal()] }, 3],
    ["a plan with a vote to come", { proposals: [failed, sampleProposal({ status: "open" })] }, 3],
    ["a plan whose only proposal failed", { proposals: [failed] }, 4],
    ["a DAO that differs for ever", { matches: "no" }, 4],
    ["a DAO that could not be compared", { matches: "not known" }, 4],
  ] as const) {
    it(`of plan is ${code} for ${what}`, () => {
      expect(EXIT[plan.outcome!({ change: sampleChange(changes), text: undefined }, {})]).to.equal(
        code,
      );
    });
  }

  for (const [what, outcomes, transactions, matches, code] of [
    ["what was proposed", ["proposed", "waits"], 3, "no", 0],
    ["a vote that is open", ["open"], 0, "no", 0],
    ["a proposal that failed", ["open", "failed"], 0, "no", 4],
    ["a proposal that no scheme may make", ["proposed", "impossible"], 1, "no", 4],
    ["a DAO that matches its file", [], 0, "yes", 0],
    ["a DAO that differs for ever", [], 0, "no", 4],
    ["a DAO that could not be compared", [], 0, "not known", 4],
  ] as const) {
    it(`of propose is ${code} for ${what}`, () => {
      const handled = outcomes.map((outcome) => ({ outcome }) as HandledProposal);
      const sent = { handled, matches, figures: { transactions } } as never;
      expect(EXIT[propose.outcome!(sent, {})]).to.equal(code);
    });
  }

  it("of inspect --fail-on-change is 1 where something changed or may have", () => {
    const unread = { path: "treasury" };
    for (const [differences, notCompared, code] of [
      [[], [], 0],
      [[{}], [], 1],
      [[], [unread], 1],
      [[], [{ ...unread, unknowable: true }], 0],
    ] as const) {
      const comparison = { comparison: { differences, notCompared } } as never;
      expect(EXIT[inspect.outcome!(comparison, { failOnChange: true })]).to.equal(code);
      expect(EXIT[inspect.outcome!(comparison, {})]).to.equal(0);
    }
  });
});
