import { GENESIS_PROTOCOL, itSays, type SaidCase, without, ZERO_ADDRESS } from "../support.js";

const HASH = `0x${"ab".repeat(32)}`;
const absolute = (votePerc: number) => ({ AbsoluteVote: { votePerc, voteOnBehalf: ZERO_ADDRESS } });
const OLDER = without(GENESIS_PROTOCOL, "minimumDaoBounty", "proposingRepReward");
const BELOW = Object.fromEntries(Object.keys(GENESIS_PROTOCOL).map((field) => [field, "-1"]));
const list = (...VotingMachinesParams: unknown[]) => ({ VotingMachinesParams });

describe("what vote parameters become, and what is said about them", () => {
  const changed = (...changes: object[]) =>
    list(...changes.map((change) => ({ ...GENESIS_PROTOCOL, ...change })));
  const CASES: SaidCase[] = [
    [
      "numbers of several forms",
      changed({ minimumDaoBounty: "0.5", activationTime: "1576324800", thresholdConst: "0x7d0" }),
    ],
    ["one field alone, and every field below 0", list({ thresholdConst: 2000 }, BELOW)],
    [
      "preset hashes",
      list({ votingParamsHash: HASH }, { ...GENESIS_PROTOCOL, votingParamsHash: HASH }),
    ],
    [
      "the largest and smallest values that GenesisProtocol takes",
      changed(
        {
          queuedVoteRequiredPercentage: 100,
          thresholdConst: 16000,
          votersReputationLossRatio: 100,
        },
        { thresholdConst: 1001, votersReputationLossRatio: 0, boostedVotePeriodLimit: 300 },
        { minimumDaoBounty: "0.000000000000000001", daoBountyConst: 1 },
      ),
    ],
    [
      "amounts in gwei, exactly",
      list({ ...OLDER, minimumDaoBountyGWei: 150000000001, proposingRepRewardGwei: "0.5" }),
    ],
    ["an object in place of a list", { VotingMachinesParams: {} }],
    ["entries that are not objects", list(7, null, { AbsoluteVote: 7 })],
    [
      "hashes that are not hashes",
      list(
        { votingParamsHash: 7 },
        { votingParamsHash: "0x12" },
        { votingParamsHash: HASH.slice(2) },
      ),
    ],
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
      "numbers above those that GenesisProtocol takes",
      list({ ...GENESIS_PROTOCOL, queuedVoteRequiredPercentage: 101, thresholdConst: 16001 }),
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
        {
          ...GENESIS_PROTOCOL,
          queuedVoteRequiredPercentage: 1,
          thresholdConst: 7,
          minimumDaoBounty: 0,
        },
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
      "amounts in gwei",
      list(
        { ...OLDER, minimumDaoBountyGWei: 1000000000, proposingRepRewardGwei: "1.5" },
        { ...OLDER, minimumDaoBountyGWei: 0, proposingRepRewardGWei: "x" },
        // Ten decimals: too many for gwei, but not for whole tokens.
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
