import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { isRoundedOff, majorityOf, missingVotes } from "../../../src/engine/governance/majority.js";

describe("the majority", () => {
  it("is multiplied first by releases that lack a later field, and else divided first", () => {
    const genesis = { queuedVoteRequiredPercentage: 50n };
    expect(majorityOf(199n, genesis)).to.equal(99n);
    expect(majorityOf(199n, { ...genesis, preBoostedVotePeriodLimit: 1n })).to.equal(50n);
    expect(majorityOf(199n, { precReq: 50n })).to.equal(99n);
    expect(majorityOf(199n, { votePerc: 50, voteOnBehalf: ZeroAddress })).to.equal(50n);
    expect(() => majorityOf(199n, {})).to.throw("stores no required percentage");
  });

  it("is rounded off if that is a hundredth of a percent, or at 100 percent anything", () => {
    const of = (percent: number) => ({ votePerc: percent, voteOnBehalf: ZeroAddress });
    expect(isRoundedOff(199n, of(50))).to.equal(true);
    expect(isRoundedOff(1_000_001n, of(50))).to.equal(false);
    expect(isRoundedOff(1_000_001n, of(100))).to.equal(true);
    expect(isRoundedOff(100n, of(100))).to.equal(false);
  });
});

describe("the votes that are missing", () => {
  it("are those of one side, but of both sides together for QuorumVote", () => {
    const votes = { for: 10n, against: 25n };
    const bar = majorityOf(100n, { precReq: 50n, voteOnBehalf: ZeroAddress });
    for (const machine of ["GenesisProtocol", "AbsoluteVote"] as const) {
      expect(missingVotes(machine, "for", bar, votes)).to.equal(40n);
      expect(missingVotes(machine, "against", bar, votes)).to.equal(25n);
    }
    expect(missingVotes("QuorumVote", "for", bar, votes)).to.equal(15n);
    expect(missingVotes("QuorumVote", "against", bar, votes)).to.equal(15n);
  });

  it("of QuorumVote are at least as many as the other side leads by", () => {
    const votes = { for: 1n, against: 45n };
    expect(missingVotes("QuorumVote", "for", 50n, votes)).to.equal(44n);
    expect(missingVotes("QuorumVote", "against", 50n, votes)).to.equal(4n);
  });
});
