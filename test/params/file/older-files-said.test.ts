import {
  ADDRESS,
  GENESIS_PROTOCOL,
  itSays,
  type SaidCase,
  without,
  ZERO_ADDRESS,
} from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL] };
const GenesisProtocol = GENESIS_PROTOCOL;
const AbsoluteVote = { votePerc: 50, voteOnBehalf: ZERO_ADDRESS };

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
    ["an AbsoluteVote alone", { AbsoluteVote: 1 }],
  ];
  itSays(import.meta.dirname, "older-files.txt", CASES);
});
