import { expect } from "chai";

import { duplicateWarnings } from "../../../../src/operations/change/decide/warn-of-proposals.js";
import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import { sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const { proposals: SAMPLES, schemes } = sampleInspection();
const [FIRST] = SAMPLES as readonly ProposalDescription[];

/** What is said of equal proposals at these stages; the last one is changed. */
function todoFor(stages: readonly string[], change: Partial<ProposalDescription> = {}) {
  const proposals = stages.map((stage, place) => ({
    ...FIRST!,
    id: `0x0${place}`,
    progress: { stage } as ProposalDescription["progress"],
    ...(place === stages.length - 1 && change),
  }));
  return duplicateWarnings({ proposals, schemes }).map(({ what, todo }) => {
    for (const [place] of stages.entries()) expect(what).to.include(`0x0${place} (made by`);
    return todo;
  });
}

describe("duplicateWarnings", () => {
  it("names open proposals that ask for the same, and which to vote against", () => {
    expect(todoFor(["open", "open"])).to.deep.equal([
      "Unless that is wanted, vote against one of them.",
    ]);
    expect(todoFor(["open", "open", "open"])).to.deep.equal([
      "Unless that is wanted, vote against all but one.",
    ]);
    for (const stage of ["passed", "to be executed", "done"]) {
      expect(todoFor([stage, "open"])).to.deep.equal([
        "Unless that is wanted, vote against every open one.",
      ]);
    }
  });

  it("names whoever named a proposer, where a scheme lets anybody do that", () => {
    const whatOf = (code: "arc" | "unknown", name?: string) => {
      const [sample] = schemes;
      const contract = { ...sample!.contract, address: FIRST!.scheme, code, name };
      const proposals = ["0x01", "0x02"].map((id) => {
        const progress = { stage: "open" } as ProposalDescription["progress"];
        return { ...FIRST!, id, progress };
      });
      return duplicateWarnings({ proposals, schemes: [{ ...sample!, contract }] })[0]?.what;
    };
    const { proposer } = FIRST!;
    expect(whatOf("arc", "ContributionReward")).to.include(`0x01 (made by ${proposer}) and`);
    const named = `0x01 (made by an account that named ${proposer} as proposer) and`;
    expect(whatOf("arc", "ContributionRewardExt")).to.include(named);
    expect(whatOf("unknown")).to.include(named);
  });

  it("says nothing of others, of what was rejected, and once all are decided", () => {
    expect(todoFor(["open"])).to.deep.equal([]);
    expect(todoFor(["rejected", "open"])).to.deep.equal([]);
    expect(todoFor(["done", "passed"])).to.deep.equal([]);
    expect(todoFor(["open", "open"], { description: "another" })).to.deep.equal([]);
    expect(todoFor(["open", "open"], { scheme: FIRST!.proposer })).to.deep.equal([]);
    expect(todoFor(["open", "open"], { requests: { notRead: "the node fails" } })).to.deep.equal(
      [],
    );
    expect(duplicateWarnings({ proposals: { notRead: "the node fails" }, schemes })).to.deep.equal(
      [],
    );
  });
});
