import { expect } from "chai";

import { GENESIS_PROTOCOL, itSays, places, resolve, type SaidCase } from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL] };
const GenesisProtocol = GENESIS_PROTOCOL;
const AbsoluteVote = { votePerc: 50 };

describe("files from before April 2019", () => {
  it("have keys that are ignored beside VotingMachinesParams", async () => {
    const { parameters, warnings } = await resolve({
      GenesisProtocol,
      VotingMachinesParams: [{ ...GENESIS_PROTOCOL, thresholdConst: 3000 }],
    });
    expect(parameters.votingMachinesParams).to.have.length(1);
    expect(parameters.votingMachinesParams[0]).to.include({ thresholdConst: 3000n });
    expect(places(warnings)).to.include("GenesisProtocol");
  });

  const CASES: SaidCase[] = [
    ["a fee for proposals", { ContributionReward: { orgNativeTokenFeeGWei: 3 } }],
    [
      "a fee in one of several entries",
      { ContributionReward: [{}, { orgNativeTokenFeeGWei: "0" }, { orgNativeTokenFeeGWei: 3 }, 7] },
    ],
    ["a file of 2018", { GenesisProtocol, AbsoluteVote, ContributionReward: {} }],
    ["a file of March 2019, in a section", { default: { GenesisProtocol, schemes: {} } }],
    ["older keys beside VotingMachinesParams", { ...VOTES, GenesisProtocol, AbsoluteVote: 1 }],
    ["an AbsoluteVote alone", { AbsoluteVote: 1 }],
  ];
  itSays(import.meta.dirname, "older-files.txt", CASES);
});
