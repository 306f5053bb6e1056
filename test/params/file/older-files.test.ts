import { expect } from "chai";

import {
  ADDRESS,
  GENESIS_PROTOCOL,
  mistakesOf,
  places,
  resolve,
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

function without<T extends object>(object: T, key: keyof T): Partial<T> {
  const copy: Partial<T> = { ...object };
  delete copy[key];
  return copy;
}

describe("files from before April 2019", () => {
  it("convert a GenesisProtocol of 2018 to the four schemes and two vote parameters of that time", async () => {
    const { parameters, warnings } = await resolve(OF_2018);
    expect(parameters.schemes).to.deep.equal({
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
    expect(parameters.schemes.ContributionReward).to.deep.equal([{ voteParams: 0 }]);
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

  const REFUSED: [what: string, raw: object, path: string][] = [
    ["neither schemes nor AbsoluteVote", without(OF_2018, "AbsoluteVote"), "schemes"],
    ["sections of schemes but no schemes", without(OF_2019, "schemes"), "schemes"],
    [
      "vote parameters of alpha releases",
      { ...OF_2018, GenesisProtocol: { thresholdConstAGWei: 7, daoBountyLimitGWei: 1 } },
      "GenesisProtocol",
    ],
    [
      "an AbsoluteVote of alpha releases",
      { ...OF_2018, AbsoluteVote: { ownerVote: true, votePerc: 50 } },
      "VotingMachinesParams[1].AbsoluteVote.voteOnBehalf",
    ],
    [
      "a fee for proposals",
      { ...OF_2018, ContributionReward: { orgNativeTokenFeeGWei: 3 } },
      "ContributionReward.orgNativeTokenFeeGWei",
    ],
    ["a GenesisProtocol that is no object", { ...OF_2019, GenesisProtocol: 7 }, "GenesisProtocol"],
  ];
  for (const [what, raw, path] of REFUSED) {
    it(`are refused for ${what}`, async () => {
      expect(places(await mistakesOf(raw))).to.include(path);
    });
  }

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

describe("vote parameters of AbsoluteVote", () => {
  const usual = {
    founders: [{ address: ADDRESS, tokens: 1, reputation: 1 }],
    schemes: { SchemeRegistrar: true },
  };
  const absolute = { AbsoluteVote: { votePerc: 51, voteOnBehalf: ZERO_ADDRESS } };

  it("are refused outside 1 to 100 percent, and beside other fields", async () => {
    const sets = [
      { AbsoluteVote: { votePerc: 101, voteOnBehalf: ZERO_ADDRESS } },
      { ...absolute, thresholdConst: 2000 },
    ];
    expect(places(await mistakesOf({ ...usual, VotingMachinesParams: sets }))).to.deep.equal([
      "VotingMachinesParams[0].AbsoluteVote.votePerc",
      "VotingMachinesParams[1].thresholdConst",
    ]);
  });

  it("are refused in releases whose AbsoluteVote takes other parameters", async () => {
    const raw = { ...usual, VotingMachinesParams: [absolute] };
    expect(places(await mistakesOf(raw, { arcVersion: "alpha.58" }))).to.deep.equal([
      "VotingMachinesParams[0].AbsoluteVote",
    ]);
  });

  it("cannot share a SchemeRegistrar with GenesisProtocol's", async () => {
    const raw = {
      ...usual,
      VotingMachinesParams: [GENESIS_PROTOCOL, absolute],
      SchemeRegistrar: { voteRegisterParams: 0, voteRemoveParams: 1 },
    };
    expect(places(await mistakesOf(raw))).to.deep.equal(["SchemeRegistrar"]);
  });
});
