import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { majorityOf, missingVotes } from "../../../src/engine/governance/majority.js";

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
