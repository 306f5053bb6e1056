import { expect } from "chai";
import { ZeroAddress } from "ethers";

import {
  areAlphas,
  areSet,
  factoryVoteSet,
  fileTexts,
  genesisProtocolInFile,
  majorityInFile,
  requiredPercentage,
  wholeEntry,
} from "../../../src/foundation/params/stored-vote-parameters.js";
import { resolve, GENESIS_PROTOCOL } from "./support.js";

/** What GenesisProtocol of alpha.58 stores, and the predecessor's fixed numbers. */
const ALPHAS = {
  queuedVoteRequiredPercentage: "60",
  queuedVotePeriodLimit: "1800",
  boostedVotePeriodLimit: "600",
  quietEndingPeriod: "300",
  votersReputationLossRatio: "1",
  minimumDaoBounty: "1500000000000000000",
};
const FIXED = {
  thresholdConstA: "7000000000",
  thresholdConstB: "3",
  minimumStakingFee: "0",
  proposingRepRewardConstA: "5",
  proposingRepRewardConstB: "5",
  stakerFeeRatioForVoters: "50",
  votersGainRepRatioFromLostRep: "80",
};

describe("vote parameters in a machine", () => {
  it("are set once their percentage is not 0, whatever a release calls it", () => {
    for (const name of [
      "queuedVoteRequiredPercentage",
      "preBoostedVoteRequiredPercentage",
      "precReq",
    ])
      expect([0n, 1n].map((percent) => areSet({ [name]: percent }))).to.deep.equal([false, true]);
    expect(requiredPercentage({ votePerc: 51 })).to.equal(51n);
    expect(() => areSet({})).to.throw("stores no required percentage");
  });

  it("are of a release up to alpha.58 if they lack a field of the later ones", () => {
    expect(areAlphas({ precReq: 50n })).to.equal(true);
    expect(areAlphas({ precReq: 50n, voteOnBehalf: ZeroAddress })).to.equal(false);
    expect(areAlphas(ALPHAS)).to.equal(true);
    expect(areAlphas({ ...ALPHAS, preBoostedVotePeriodLimit: "1" })).to.equal(false);
  });

  it("are written as a file has them, without what follows from others", () => {
    const stored = { ...ALPHAS, ...FIXED, limitExponentValue: "172" };
    const { fields, others } = genesisProtocolInFile(stored);
    expect(fields).to.include({ queuedVotePeriodLimit: 1800, minimumDaoBounty: "1.5" });
    expect(others).to.deep.equal(FIXED);
    expect(majorityInFile({ precReq: "50" })).to.deep.equal({ votePerc: 50 });
    expect(majorityInFile({ precReq: "50", allowOwner: true, voteOnBehalf: "0x1" })).to.deep.equal({
      ...{ votePerc: 50, allowOwner: true, voteOnBehalf: "0x1" },
    });
  });
});

describe("an entry of a file for what a machine stores", () => {
  it("has every field, and numbers where they are exact", () => {
    const { fields, others } = genesisProtocolInFile({ ...ALPHAS, ...FIXED });
    expect(wholeEntry({ ...fields, others })).to.deep.equal({
      queuedVoteRequiredPercentage: 60,
      queuedVotePeriodLimit: 1800,
      boostedVotePeriodLimit: 600,
      preBoostedVotePeriodLimit: 0,
      thresholdConst: 2000,
      quietEndingPeriod: 300,
      proposingRepReward: 0,
      votersReputationLossRatio: 1,
      minimumDaoBounty: "1.5",
      daoBountyConst: 1,
      activationTime: 0,
      voteOnBehalf: ZeroAddress,
    });
  });

  it("does not exist for numbers that no migration sets", () => {
    const { fields } = genesisProtocolInFile(ALPHAS);
    const entryWith = (daoBountyConst: string, others?: object) =>
      wholeEntry({ ...fields, ...{ daoBountyConst, others: others as Record<string, string> } });
    expect(wholeEntry({ ...fields, others: { ...FIXED, thresholdConstB: "4" } })).to.equal(
      undefined,
    );
    expect(entryWith("74", FIXED)).to.equal(undefined);
    expect(entryWith("75", FIXED)).to.include({
      daoBountyConst: 75,
    });
    // Without such numbers, the release has a field for every one.
    expect(entryWith("74")).to.include({
      daoBountyConst: 74,
    });
  });

  it("is compared without what a migration of an alpha fixes", async () => {
    const { parameters } = await resolve({ VotingMachinesParams: [GENESIS_PROTOCOL] });
    const [set] = parameters.votingMachinesParams;
    if (set === undefined || "votingParamsHash" in set) throw new Error("it is a whole set");
    expect(fileTexts(set, ALPHAS)).to.not.have.property("daoBountyConst");
    const later = fileTexts(set, { ...ALPHAS, preBoostedVotePeriodLimit: 1 });
    expect(later).to.have.property("daoBountyConst");
    expect(fileTexts({ absoluteVote: { votePerc: 51n, voteOnBehalf: "0x1" } }, {})).to.deep.equal({
      ...{ votePerc: "51", voteOnBehalf: "0x1" },
    });
  });
});

describe("the vote parameters of a factory", () => {
  const args = {
    votingParams: [60n, 1800n, 600n, 300n, 2000n, 300n, 0n, 1n, 1n, 1n, 7n],
    voteOnBehalf: "0x1",
  };
  const of = (given: object) =>
    factoryVoteSet((name) => (given as Record<string, bigint | undefined>)[name]);

  it("are its numbers, in order, unless it uses a set of its own", () => {
    expect(of(args)).to.include({ queuedVoteRequiredPercentage: 60n, activationTime: 7n });
    expect(of(args)).to.include({ thresholdConst: 2000n, voteOnBehalf: "0x1" });
    expect(of({ ...args, voteParamsType: 0n })).to.deep.equal(of(args));
    expect(of({ ...args, voteParamsType: 1n })).to.equal(undefined);
    expect(of({ voteOnBehalf: "0x1" })).to.equal(undefined);
  });
});
