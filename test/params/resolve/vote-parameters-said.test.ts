import { GENESIS_PROTOCOL, itSays, type SaidCase, without, ZERO_ADDRESS } from "../support.js";

const absolute = (votePerc: number) => ({ AbsoluteVote: { votePerc, voteOnBehalf: ZERO_ADDRESS } });
const OLDER = without(GENESIS_PROTOCOL, "minimumDaoBounty", "proposingRepReward");
const list = (...VotingMachinesParams: unknown[]) => ({ VotingMachinesParams });

describe("what is said about vote parameters", () => {
  const CASES: SaidCase[] = [
    ["an object in place of a list", { VotingMachinesParams: {} }],
    ["entries that are not objects", list(7, null, { AbsoluteVote: 7 })],
    ["hashes that are not hashes", list({ votingParamsHash: 7 }, { votingParamsHash: "0x12" })],
    [
      "other fields beside a preset hash",
      list({
        thresholdConst: 1,
        voteOnBehalf: 2,
        votingParamsHash: `0x${"ab".repeat(32)}`,
        colour: 1,
      }),
    ],
    ["an AbsoluteVote out of range", list(absolute(1), absolute(100), absolute(0), absolute(101))],
    [
      "other fields beside AbsoluteVote, and none in it",
      list({ ...absolute(50), thresholdConst: 2000 }, { AbsoluteVote: {} }),
    ],
    ["an AbsoluteVote of releases that take other parameters", list(absolute(50)), "alpha.58"],
    [
      "numbers on which GenesisProtocol reverts",
      list({
        ...GENESIS_PROTOCOL,
        queuedVoteRequiredPercentage: 49,
        thresholdConst: 1000,
        votersReputationLossRatio: 101,
        boostedVotePeriodLimit: 299,
        minimumDaoBounty: 0,
        daoBountyConst: 0,
      }),
    ],
    [
      "numbers on which the GenesisProtocol of alpha.58 reverts",
      list(
        {
          ...GENESIS_PROTOCOL,
          queuedVoteRequiredPercentage: 0,
          votersReputationLossRatio: 101,
          boostedVotePeriodLimit: 299,
        },
        { ...GENESIS_PROTOCOL, queuedVoteRequiredPercentage: 100 },
      ),
      "alpha.58",
    ],
    [
      "amounts given twice",
      list(
        { ...GENESIS_PROTOCOL, minimumDaoBountyGwei: 1 },
        { ...OLDER, minimumDaoBountyGWei: 1, proposingRepRewardGWei: 0, MINIMUMDAOBOUNTYGWEI: 3 },
      ),
    ],
    [
      "amounts in GWei",
      list(
        { ...OLDER, minimumDaoBountyGWei: 1000000000, proposingRepRewardGwei: "1.5" },
        { ...OLDER, minimumDaoBountyGWei: 0, proposingRepRewardGWei: "x" },
        // Ten decimals: too many for GWei, but not for whole tokens.
        { ...OLDER, minimumDaoBountyGWei: "0.0000000001", proposingRepRewardGwei: true },
      ),
    ],
    [
      "values that are not numbers or an address",
      list({
        ...GENESIS_PROTOCOL,
        daoBountyConst: 1.5,
        activationTime: -1,
        queuedVotePeriodLimit: "1e78",
        proposingRepReward: true,
        voteOnBehalf: 7,
        thresholdConst: "many",
      }),
    ],
  ];
  itSays(import.meta.dirname, "vote-parameters.txt", CASES);
});
