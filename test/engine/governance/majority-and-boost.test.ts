import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { FIXED_POINT } from "../../../src/foundation/arc/fixed-point.js";
import {
  boostingStake,
  isRoundedOff,
  majorityOf,
  missingVotes,
  partsOfOne,
} from "../../../src/engine/governance/majority-and-boost.js";

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

describe("the stake that boosts", () => {
  const against = parseEther("100");

  it("is just over the threshold in fixed-point releases, and 1 more in releases with whole numbers", () => {
    // Measured on a chain: rc.16 pre-boosts from 200 on, rc.3 and rc.8 from 300 on.
    expect(boostingStake(2n * FIXED_POINT, { for: 0n, against }, false)).to.equal(
      parseEther("200") + (against + FIXED_POINT - 1n) / FIXED_POINT,
    );
    expect(boostingStake(2n, { for: 0n, against }, false)).to.equal(parseEther("300"));
    expect(boostingStake(2n, { for: parseEther("252"), against }, false)).to.equal(
      parseEther("48"),
    );
  });

  it("is 0 if the stakes suffice", () => {
    expect(boostingStake(2n, { for: parseEther("300"), against }, false)).to.equal(0n);
    expect(boostingStake(2n * FIXED_POINT, { for: parseEther("201"), against }, false)).to.equal(
      0n,
    );
  });

  it("is a difference up to alpha.58, where reaching the threshold is enough", () => {
    expect(boostingStake(100n, { for: 20n, against: 5n }, true)).to.equal(85n);
    expect(boostingStake(100n, { for: 105n, against: 5n }, true)).to.equal(0n);
  });

  it("distinguishes the units by the threshold, which is at least 1", () => {
    expect(partsOfOne(1n)).to.equal(1n);
    expect(partsOfOne(FIXED_POINT)).to.equal(FIXED_POINT);
  });
});
