import { expect } from "chai";

import { findProposed } from "../../../src/change/decide/find-proposed.js";
import type { ProposalDescription } from "../../../src/inspect/description.js";
import { parseDraft } from "../../../src/simulate/drafts/draft.js";
import { account, sampleFacts } from "../../report/sample-facts.js";

const { inspection } = sampleFacts();
const [FIRST] = inspection.proposals as readonly ProposalDescription[];
const DRAFT = parseDraft({ kind: "reward", beneficiary: account(3000), ether: "1" }, "it");

function find(...all: Partial<ProposalDescription>[]): ReturnType<typeof findProposed> {
  const proposals = all.map((each) => ({ ...FIRST!, ...each }));
  return findProposed({ ...inspection, proposals }, DRAFT);
}

describe("findProposed", () => {
  it("finds the proposal that asks for the same", () => {
    expect(find({})).to.deep.include({ status: "open", failures: 0 });
    expect(find({ progress: { stage: "passed" } })!.status).to.equal("passed");
    expect(find({ progress: { stage: "done" } })).to.equal(undefined);
  });

  it("takes no proposal for it that asks for more, such as other tokens of the treasury", () => {
    const asks = FIRST!.asks as Extract<typeof FIRST, object>["asks"] & { kind: "reward" };
    const more = { ...asks, externalTokens: "1", externalToken: account(9) };
    expect(find({ asks: more })).to.equal(undefined);
    for (const part of ["reputation", "nativeTokens", "ether"] as const) {
      expect(find({ asks: { ...asks, [part]: "5" } }), part).to.equal(undefined);
    }
    expect(find({ asks: { ...asks, periods: "2" } })).to.equal(undefined);
    expect(find({ asks: { ...asks, beneficiary: account(1) } })).to.equal(undefined);
  });

  it("prefers one that may still pass, and counts those that failed", () => {
    const rejected = { progress: { stage: "rejected" } } as const;
    expect(find(rejected, {}, rejected)).to.deep.include({ status: "open", failures: 2 });
    expect(find(rejected, rejected)).to.deep.include({ status: "failed", failures: 2 });
  });
});
