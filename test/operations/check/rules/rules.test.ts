import { expect } from "chai";

import type { CheckFinding } from "../../../../src/operations/check/report/report.js";
import { RULES } from "../../../../src/operations/check/rules/rules.js";
import { runRules } from "../../../../src/operations/check/run-rules.js";
import { expectGoldenCases } from "../../../golden.js";
import { CALLS, changed, soundFacts } from "../sound-facts.js";
import { RIGHT, UNREAD, UNSHOWN, WRONG } from "../wrong-facts.js";

describe("rules", () => {
  it("find what is wrong, and nothing else", () => {
    const cases = Object.entries(WRONG).map(([what, change]) => {
      const { findings, passed } = runRules(changed(change));
      expect(findings, what).to.have.length(1);
      const [{ rule, severity, where, message, why, whatToDo }] = findings as [CheckFinding];
      expect(what.startsWith(`${rule}: `), what).to.equal(true);
      expect(passed, what).to.equal(severity === "note");
      return [what, `${where}: ${message}\n${why}\n${whatToDo}`] as const;
    });
    expectGoldenCases(import.meta.dirname, "findings.txt", Object.fromEntries(cases));
  });

  it("say which entry of the file has the contract of a missing one", () => {
    const { wanted, ...others } = soundFacts();
    const custom = { index: 2, path: ["CustomSchemes", 0], address: CALLS };
    const schemes = wanted.schemes.flatMap((each) =>
      each.index === 1 ? [each, { ...each, ...custom }] : [each],
    );
    const facts = { ...others, wanted: { ...wanted, schemes } };
    expect(runRules(facts).findings.map(({ message }) => message)).to.deep.equal([
      "GenericScheme is in the file but not registered. " +
        `The one at ${CALLS} is taken for CustomSchemes[0] of the file.`,
    ]);
  });

  it("each have a test", () => {
    const tested = [
      ...Object.keys(WRONG).map((what) => what.split(":")[0]),
      ...UNSHOWN.map(([rule]) => rule),
    ];
    expect(new Set(tested)).to.have.all.keys(RULES.map(({ id }) => id));
  });

  it("are inconclusive where the chain does not show it", () => {
    for (const [rule, change, reason] of UNSHOWN) {
      const { findings, passed, inconclusive } = runRules(changed(change));
      expect([findings, passed], reason.source).to.deep.equal([[], false]);
      expect(new Set(inconclusive.map((each) => each.rule))).to.deep.equal(new Set([rule]));
      for (const each of inconclusive) expect(each.reason).to.match(reason);
    }
  });

  it("are inconclusive, which does not pass, if a fact could not be read", () => {
    for (const [rule, change] of UNREAD) {
      const verdict = runRules(changed(change));
      expect(verdict.passed, rule).to.equal(false);
      expect(verdict.rules.find(({ id }) => id === rule)?.status, rule).to.equal("inconclusive");
      expect(verdict.inconclusive.find((each) => each.rule === rule)?.reason).to.match(/pruned$/);
    }
  });

  it("find nothing where a DAO may differ", () => {
    for (const [what, change] of Object.entries(RIGHT)) {
      const { findings, inconclusive, passed } = runRules(changed(change));
      expect([findings, inconclusive, passed], what).to.deep.equal([[], [], true]);
    }
  });
});
