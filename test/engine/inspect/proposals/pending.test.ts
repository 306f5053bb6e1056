import { expect } from "chai";

import {
  hasFailed,
  isDecidedNotDone,
  isPending,
} from "../../../../src/engine/inspect/proposals/pending.js";
import type { ProposalProgress } from "../../../../src/engine/inspect/description.js";

describe("a proposal", () => {
  it("is pending until it failed or is done, has failed, or waits for somebody to carry it out", () => {
    const of = (stage: ProposalProgress["stage"]) =>
      [isPending, hasFailed, isDecidedNotDone].map((rule) => rule({ progress: { stage } }));
    expect(of("open")).to.deep.equal([true, false, false]);
    expect(of("passed")).to.deep.equal([true, false, true]);
    expect(of("to be executed")).to.deep.equal([true, false, true]);
    expect(of("rejected")).to.deep.equal([false, true, false]);
    expect(of("expired")).to.deep.equal([false, true, false]);
    expect(of("done")).to.deep.equal([false, false, false]);
  });

  it("may be pending, but did not fail, if that was not read", () => {
    const progress = { notRead: "no events" };
    expect([isPending({ progress }), hasFailed({ progress })]).to.deep.equal([true, false]);
  });
});
