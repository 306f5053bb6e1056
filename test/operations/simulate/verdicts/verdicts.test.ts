import { expect } from "chai";

import type { Effect, Simulation } from "../../../../src/operations/simulate/simulation.js";
import {
  effectVerdict,
  expectationVerdict,
  isFine,
  isUnknown,
  passVerdict,
  powersVerdict,
  unlessUnproven,
  wouldFail,
} from "../../../../src/operations/simulate/verdicts/verdicts.js";

describe("the verdicts of a simulation", () => {
  it("are that it can pass, cannot, has passed, or that this is not known", () => {
    const of = (terms: Partial<Parameters<typeof passVerdict>[0]>) => {
      const usual = { isDone: false, obstacle: undefined, unread: undefined, isCut: false };
      const { verdict, reason = "" } = passVerdict({ ...usual, ...terms });
      return `${verdict}: ${reason}`;
    };
    const obstacle = "too few votes";
    expect(of({})).to.equal("can pass: ");
    expect(of({ unread: "no events", isCut: true })).to.equal("can pass: ");
    expect(of({ obstacle })).to.equal("cannot pass: too few votes");
    expect(of({ obstacle, isCut: true })).to.equal(
      "inconclusive: too few votes; with more gas, it may pass",
    );
    expect(of({ obstacle, unread: "no events" })).to.equal(
      "inconclusive: too few votes; who can vote is unknown: no events",
    );
    expect(of({ isDone: true, obstacle })).to.equal("passed: too few votes");
  });

  it("are no if one effect did not happen, and not known if one could not be checked", () => {
    const of = (...all: readonly Effect["happened"][]) =>
      effectVerdict(all.map((happened) => ({ request: "pay", happened }))).verdict;
    expect([of(), of("yes"), of("yes", "inconclusive"), of("inconclusive", "no")]).to.deep.equal([
      ...["yes", "yes", "inconclusive", "no"],
    ]);
    const judged = effectVerdict([]);
    const unproven = { contracts: [], runs: 4, dependsOn: [] };
    expect(unlessUnproven(judged)).to.equal(judged);
    expect(unlessUnproven(judged, unproven)).to.equal(judged);
    expect(unlessUnproven(judged, { ...unproven, dependsOn: ["the time"] })).to.include({
      ...{ verdict: "inconclusive", reason: "it behaves differently when the time differs" },
    });
  });

  it("are that power is unchanged, changed, or unknown only if nothing worse was found", () => {
    const of = (...kinds: readonly ("gains" | "loses" | "unknown")[]) =>
      powersVerdict(kinds.map((kind) => ({ kind, who: [], what: "" })));
    expect([of(), of("unknown"), of("unknown", "loses"), of("gains")]).to.deep.equal([
      ...["unchanged", "unknown", "changed", "changed"],
    ]);
  });

  it("are that an expectation is met, is not, or could not be read", () => {
    expect(expectationVerdict(undefined).met).to.equal("yes");
    expect(expectationVerdict("it falls by 1")).to.deep.equal({
      met: "no",
      found: "it falls by 1",
    });
    expect(expectationVerdict({ notRead: "no node" })).to.deep.equal({
      ...{ met: "inconclusive", found: "no node" },
    });
  });

  it("together are fine only if all are, and what is not known counts as failing", () => {
    expect(isFine({ passes: "passed", does: "yes" })).to.equal(true);
    expect(isUnknown({ passes: "cannot pass", does: "inconclusive" })).to.equal(false);
    expect(isUnknown({ passes: "can pass", does: "inconclusive" })).to.equal(true);
    const fails = (
      passes: Simulation["passes"]["verdict"],
      does: Simulation["does"]["verdict"],
      powers: Simulation["powers"]["verdict"],
      ...met: readonly ("yes" | "no" | "inconclusive")[]
    ): boolean =>
      wouldFail({
        ...{ passes: { verdict: passes }, does: { verdict: does }, powers: { verdict: powers } },
        expectations: met.map((each) => ({ expected: "", met: each })),
      } as unknown as Simulation);
    expect(fails("can pass", "yes", "unchanged", "yes")).to.equal(false);
    expect(fails("inconclusive", "yes", "unchanged")).to.equal(true);
    expect(fails("passed", "inconclusive", "unchanged")).to.equal(true);
    expect(fails("passed", "yes", "unknown")).to.equal(true);
    expect(fails("passed", "yes", "unchanged", "yes", "inconclusive")).to.equal(true);
  });
});
