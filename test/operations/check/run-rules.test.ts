/* oxlint-disable typescript/no-unsafe-member-access -- facts are plain data, and each test changes one field of them */
import { expect } from "chai";

import type { CheckFacts } from "../../../src/operations/check/facts/check-facts.js";
import { runRules } from "../../../src/operations/check/run-rules.js";
import type { DecidedChange } from "../../../src/operations/change/decide/decide-change.js";
import { founderProposals } from "../../../src/operations/change/decide/founder-proposals.js";
import { countingReads } from "../../counting-reads.js";
import { wasRead } from "../../engine/inspect/raw-calls.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { CALLS, changed, DEPLOYER, soundFacts } from "./sound-facts.js";

describe("runRules", () => {
  it("finds nothing in a DAO that matches its file, and runs all rules that apply", () => {
    const verdict = runRules(soundFacts());
    expect(verdict.findings).to.deep.equal([]);
    expect(verdict.inconclusive).to.deep.equal([]);
    expect(verdict.passed).to.equal(true);
    const left = verdict.rules.filter(({ status }) => status !== "passed").map(({ id }) => id);
    expect(left).to.deep.equal(["deployer-keeps-permissions", "scheme-owner", "run-functions"]);
  });

  it("reads each founder and each reward a few times only, however many there are", () => {
    const sound = soundFacts();
    const dao = sampleInspection({ holders: 400, proposals: 200 });
    const holders = wasRead(dao.token.holders);
    const founders = countingReads(
      holders.map(({ account, amount }) => ({ account, tokens: amount, reputation: amount })),
    );
    const listed = countingReads(
      holders.map(({ account: address, amount }, index) => ({
        ...{ address, tokens: BigInt(amount), reputation: BigInt(amount) },
        path: ["founders", index],
      })),
    );
    const proposals = countingReads(wasRead(dao.proposals));
    const inspection = {
      ...sound.inspection,
      founders: founders.entries,
      proposals: proposals.entries,
    };
    const wanted = { ...sound.wanted, founders: listed.entries };
    const ofFounders = ({ rule }: { readonly rule: string }) => rule === "founders";
    const facts = { ...sound, inspection, wanted };
    expect(runRules(facts).findings.filter(ofFounders)).to.deep.equal([]);
    expect(founderProposals({ facts, inspection } as unknown as DecidedChange)).to.have.length(0);
    expect([founders, listed].map(({ reads }) => reads() / 400)).to.satisfy((each: number[]) =>
      each.every((reads) => reads > 1 && reads < 40),
    );
    expect(proposals.reads() / 200).to.be.within(1, 60);
  });

  describe("silences", () => {
    const forgotten = (): CheckFacts =>
      changed(({ inspection }) => {
        inspection.schemes[2].registered = true;
        inspection.schemes[2].permissions.bytes = "0x0000001f";
      });
    const rule = "account-with-permissions";

    it("remove a finding, and say why", () => {
      const where = DEPLOYER.toUpperCase().replace("0X", "0x");
      const verdict = runRules(forgotten(), [{ rule, where, reason: "agreed on 1 May" }]);
      expect(verdict).to.deep.include({ findings: [], passed: true, uselessSilences: [] });
      expect(verdict.silenced[0]).to.deep.include({ where: DEPLOYER, reason: "agreed on 1 May" });
    });

    it("keep findings of other places and rules", () => {
      const silences = [
        { rule, where: CALLS, reason: "no" },
        { rule: "names", reason: "no" },
      ];
      const verdict = runRules(forgotten(), silences);
      expect(verdict.findings).to.have.length(1);
      expect(verdict.passed).to.equal(false);
      expect(verdict.uselessSilences).to.deep.equal(silences);
    });

    it("remove what could not be checked", () => {
      const facts = changed((each) => (each.inspection.allowances = { notRead: "pruned" }));
      expect(runRules(facts).passed).to.equal(false);
      expect(runRules(facts, [{ rule: "allowance", reason: "no treasury" }]).passed).to.equal(true);
    });
  });

  it("keeps the position in the file that a finding is about", () => {
    const facts = changed(({ inspection }) => (inspection.token.symbol = "SMI"));
    const { findings } = runRules(facts, [], (path) => ({ line: path.length, column: 7 }));
    expect(findings[0]?.location).to.deep.equal({ line: 1, column: 7 });
  });
});
