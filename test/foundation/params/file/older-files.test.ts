import { expect } from "chai";

import {
  ADDRESS,
  defined,
  GENESIS_PROTOCOL,
  itSays,
  places,
  resolve,
  type SaidCase,
  without,
  ZERO_ADDRESS,
} from "../support.js";

const { minimumDaoBounty: _bounty, proposingRepReward: _reward, ...SET } = GENESIS_PROTOCOL;

/** A file from 2018: one set of vote parameters for each voting machine, and no schemes. */
const OF_2018 = {
  ContributionReward: { orgNativeTokenFeeGWei: 0 },
  AbsoluteVote: { voteOnBehalf: ZERO_ADDRESS, votePerc: 60 },
  GenesisProtocol: {
    ...without(SET, "activationTime"),
    minimumDaoBountyGWei: 100,
    proposingRepRewardGwei: 5,
  },
  founders: [{ address: ADDRESS, tokens: 1, reputation: 1 }],
};

/** A file from March 2019, which chooses its schemes in `schemes`. */
const OF_2019 = {
  ContributionReward: {},
  SchemeRegistrar: {},
  GenesisProtocol: { ...SET, minimumDaoBountyGWei: 100, proposingRepRewardGwei: 5 },
  schemes: { ContributionReward: true, SchemeRegistrar: true, UpgradeScheme: false },
  founders: [{ address: ADDRESS, tokens: 1, reputation: 1 }],
};

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL] };
const GenesisProtocol = GENESIS_PROTOCOL;
const AbsoluteVote = { votePerc: 50, voteOnBehalf: ZERO_ADDRESS };

describe("files from before April 2019", () => {
  it("convert a GenesisProtocol of 2018 to the four schemes and two vote parameters of that time", async () => {
    const { parameters, warnings } = await resolve(OF_2018);
    expect(defined(parameters.schemes)).to.deep.equal({
      SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 1 }],
      ContributionReward: [{ voteParams: 0 }],
      GenericScheme: [],
      GlobalConstraintRegistrar: [{ voteParams: 1 }],
      UpgradeScheme: [{ voteParams: 1 }],
    });
    expect(parameters.votingMachinesParams[0]).to.deep.include({
      minimumDaoBounty: 100n * 10n ** 9n,
      proposingRepReward: 5n * 10n ** 9n,
      activationTime: 0n,
    });
    expect(parameters.votingMachinesParams[1]).to.deep.equal({
      absoluteVote: { votePerc: 60n, voteOnBehalf: ZERO_ADDRESS },
    });
    expect(parameters).to.include({
      orgName: "Genesis Test",
      tokenName: "Genesis Test",
      tokenSymbol: "GDT",
      useDaoCreator: true,
      useUController: true,
    });
    expect(places(warnings)).to.include.members([
      "GenesisProtocol",
      "AbsoluteVote",
      "schemes",
      "SchemeRegistrar",
      "GlobalConstraintRegistrar",
      "UpgradeScheme",
      "useDaoCreator",
      "useUController",
      "orgName",
      "tokenName",
      "tokenSymbol",
    ]);
  });

  it("keep the names in a file of 2018", async () => {
    const { parameters } = await resolve({ ...OF_2018, orgName: "Own", useUController: false });
    expect(parameters).to.include({ orgName: "Own", useUController: false });
  });

  it("use a GenesisProtocol beside schemes as the only vote parameters", async () => {
    const { parameters, warnings } = await resolve(OF_2019);
    expect(defined(parameters.schemes.ContributionReward)).to.deep.equal([{ voteParams: 0 }]);
    expect(parameters.schemes.SchemeRegistrar).to.have.length(1);
    expect(parameters.schemes.UpgradeScheme).to.deep.equal([]);
    expect(parameters.votingMachinesParams).to.have.length(1);
    expect(parameters.unregisterOwner).to.equal(true);
    expect(places(warnings)).to.include.members(["GenesisProtocol", "unregisterOwner"]);
  });

  it("are identified by their section", async () => {
    const { warnings } = await resolve({ default: OF_2018 });
    expect(places(warnings)).to.include("default.GenesisProtocol");
  });

  it("ignore older keys beside VotingMachinesParams, and say so", async () => {
    const { parameters, warnings } = await resolve({
      ...OF_2019,
      VotingMachinesParams: [{ ...GENESIS_PROTOCOL, thresholdConst: 3000 }],
    });
    expect(parameters.votingMachinesParams).to.have.length(1);
    expect(parameters.votingMachinesParams[0]).to.include({ thresholdConst: 3000n });
    expect(parameters.unregisterOwner).to.equal(false);
    expect(places(warnings)).to.include("GenesisProtocol");
  });
});

describe("what is said about files from before April 2019", () => {
  const CASES: SaidCase[] = [
    ["a fee for proposals", { ContributionReward: { orgNativeTokenFeeGWei: 3 } }],
    [
      "a fee in one of several entries",
      { ContributionReward: [{}, { orgNativeTokenFeeGWei: "0" }, { orgNativeTokenFeeGWei: 3 }, 7] },
    ],
    ["a GenesisProtocol that is a number", { GenesisProtocol: 7 }],
    [
      "the vote parameters of alpha releases",
      { GenesisProtocol: { thresholdConstAGWei: 7, daoBountyLimitGWei: 1, thresholdConst: 3 } },
    ],
    ["neither schemes nor AbsoluteVote", { GenesisProtocol }],
    ["a section of a scheme but no schemes", { GenesisProtocol, AbsoluteVote, UpgradeScheme: {} }],
    ["a file of March 2019", { GenesisProtocol, schemes: {} }],
    [
      "an AbsoluteVote in a file of March 2019",
      { GenesisProtocol, AbsoluteVote, schemes: {}, unregisterOwner: false },
    ],
    [
      "a file of 2018",
      {
        GenesisProtocol: without(GENESIS_PROTOCOL, "activationTime"),
        AbsoluteVote,
        founders: [{ address: ADDRESS, tokens: 1 }],
        ContributionReward: {},
      },
    ],
    ["older keys beside VotingMachinesParams", { ...VOTES, GenesisProtocol, AbsoluteVote: 1 }],
    [
      "an AbsoluteVote of alpha releases",
      { GenesisProtocol, AbsoluteVote: { ownerVote: true, votePerc: 50 } },
    ],
    ["an AbsoluteVote alone", { AbsoluteVote: 1 }],
  ];
  itSays(import.meta.dirname, "older-files.txt", CASES);
});
