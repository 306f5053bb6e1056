import { expect } from "chai";

import { GENESIS_PROTOCOL, saidOf, without, ZERO_ADDRESS } from "../support.js";

const absolute = (votePerc: number) => ({ AbsoluteVote: { votePerc, voteOnBehalf: ZERO_ADDRESS } });
const OLDER = without(GENESIS_PROTOCOL, "minimumDaoBounty", "proposingRepReward");
const list = (...VotingMachinesParams: unknown[]) => ({ VotingMachinesParams });

describe("what is said about vote parameters", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "an object in place of a list",
      { VotingMachinesParams: {} },
      ["VotingMachinesParams: it is not a list; found {}; wanted a list of vote parameters"],
    ],
    [
      "entries that are not objects",
      list(7, null, { AbsoluteVote: 7 }),
      [
        "VotingMachinesParams[0]: it is not an object; found 7; wanted an object with queuedVoteRequiredPercentage, queuedVotePeriodLimit, boostedVotePeriodLimit, preBoostedVotePeriodLimit, thresholdConst, quietEndingPeriod, proposingRepReward, votersReputationLossRatio, minimumDaoBounty, daoBountyConst, activationTime, voteOnBehalf",
        "VotingMachinesParams[1]: it is not an object; found null; wanted an object with queuedVoteRequiredPercentage, queuedVotePeriodLimit, boostedVotePeriodLimit, preBoostedVotePeriodLimit, thresholdConst, quietEndingPeriod, proposingRepReward, votersReputationLossRatio, minimumDaoBounty, daoBountyConst, activationTime, voteOnBehalf",
        "VotingMachinesParams[2].AbsoluteVote: it is not an object; found 7; wanted an object with votePerc, voteOnBehalf",
      ],
    ],
    [
      "hashes that are not hashes",
      list({ votingParamsHash: 7 }, { votingParamsHash: "0x12" }),
      [
        "VotingMachinesParams[0].votingParamsHash: it has the wrong type; found 7; wanted a hash: 0x and 64 hex digits",
        'VotingMachinesParams[1].votingParamsHash: it has 2 hex digits, not 64; found "0x12"; wanted a hash: 0x and 64 hex digits',
      ],
    ],
    [
      "other fields beside a preset hash",
      list({
        thresholdConst: 1,
        voteOnBehalf: 2,
        votingParamsHash: `0x${"ab".repeat(32)}`,
        colour: 1,
      }),
      [
        "Warning: VotingMachinesParams[0]: with a preset hash these have no effect; found thresholdConst, voteOnBehalf; wanted votingParamsHash alone",
        'Warning: VotingMachinesParams[0].colour: unknown key, it has no effect; found the key "colour"; wanted one of votingParamsHash',
      ],
    ],
    [
      "an AbsoluteVote out of range",
      list(absolute(1), absolute(100), absolute(0), absolute(101)),
      [
        "VotingMachinesParams[2].AbsoluteVote.votePerc: no vote can be decided with it; found 0; wanted percent, 1 to 100",
        "VotingMachinesParams[3].AbsoluteVote.votePerc: no vote can be decided with it; found 101; wanted percent, 1 to 100",
      ],
    ],
    [
      "other fields beside AbsoluteVote, and none in it",
      list({ ...absolute(50), thresholdConst: 2000 }, { AbsoluteVote: {} }),
      [
        "VotingMachinesParams[0].thresholdConst: it cannot be combined with other fields; found 2000; wanted AbsoluteVote alone",
        "VotingMachinesParams[1].AbsoluteVote.votePerc: it is missing; found nothing; wanted a whole number from 0 to 2^256 - 1",
        "VotingMachinesParams[1].AbsoluteVote.voteOnBehalf: it is missing; found nothing; wanted an address: 0x and 40 hex digits",
      ],
    ],
    [
      "an AbsoluteVote of releases that take other parameters",
      list(absolute(50)),
      [
        "VotingMachinesParams[0].AbsoluteVote: AbsoluteVote of Arc 0.0.0-alpha.58 takes different parameters; found parameters of AbsoluteVote; wanted GenesisProtocol's parameters, or Arc 0.0.1-rc.3 or later",
      ],
      "alpha.58",
    ],
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
      [
        "VotingMachinesParams[0].queuedVoteRequiredPercentage: GenesisProtocol would revert on it; found 49; wanted percent, 50 to 100",
        "VotingMachinesParams[0].thresholdConst: GenesisProtocol would revert on it; found 1000; wanted thousandths, above 1000 and up to 16000",
        "VotingMachinesParams[0].minimumDaoBounty: GenesisProtocol would revert on it; found 0; wanted an amount above 0",
        "VotingMachinesParams[0].daoBountyConst: GenesisProtocol would revert on it; found 0; wanted a number above 0",
        "VotingMachinesParams[0].votersReputationLossRatio: GenesisProtocol would revert on it; found 101; wanted percent, 0 to 100",
        "VotingMachinesParams[0].boostedVotePeriodLimit: GenesisProtocol would revert on it; found 299; wanted seconds, at least quietEndingPeriod",
      ],
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
      [
        "VotingMachinesParams[0].queuedVoteRequiredPercentage: GenesisProtocol would revert on it; found 0; wanted percent, 1 to 100",
        "VotingMachinesParams[0].votersReputationLossRatio: GenesisProtocol would revert on it; found 101; wanted percent, 0 to 100",
        "VotingMachinesParams[0].boostedVotePeriodLimit: GenesisProtocol would revert on it; found 299; wanted seconds, at least quietEndingPeriod",
      ],
      "alpha.58",
    ],
    [
      "amounts given twice",
      list(
        { ...GENESIS_PROTOCOL, minimumDaoBountyGwei: 1 },
        { ...OLDER, minimumDaoBountyGWei: 1, proposingRepRewardGWei: 0, MINIMUMDAOBOUNTYGWEI: 3 },
      ),
      [
        "VotingMachinesParams[0].minimumDaoBountyGwei: the same amount is given twice; found minimumDaoBountyGwei as well as minimumDaoBounty; wanted minimumDaoBounty alone, in whole tokens",
        "VotingMachinesParams[1].MINIMUMDAOBOUNTYGWEI: the same amount is given twice; found MINIMUMDAOBOUNTYGWEI as well as minimumDaoBountyGWei; wanted minimumDaoBounty alone, in whole tokens",
        "Warning: VotingMachinesParams[1].minimumDaoBountyGWei: an older name, read as an amount in GWei (10^9 wei); found 1; wanted minimumDaoBounty in whole tokens: 0.000000001",
        "Warning: VotingMachinesParams[1].proposingRepRewardGWei: an older name, read as an amount in GWei (10^9 wei); found 0; wanted proposingRepReward in whole tokens: 0",
      ],
    ],
    [
      "amounts in GWei",
      list(
        { ...OLDER, minimumDaoBountyGWei: 1000000000, proposingRepRewardGwei: "1.5" },
        { ...OLDER, minimumDaoBountyGWei: 0, proposingRepRewardGWei: "x" },
        // Ten decimals: too many for GWei, but not for whole tokens.
        { ...OLDER, minimumDaoBountyGWei: "0.0000000001", proposingRepRewardGwei: true },
      ),
      [
        'VotingMachinesParams[1].proposingRepRewardGWei: it is not a number; found "x"; wanted an amount in GWei (10^9 wei) with up to 9 decimals, as a number or a string',
        "VotingMachinesParams[1].minimumDaoBountyGWei: GenesisProtocol would revert on it; found 0; wanted an amount above 0",
        'VotingMachinesParams[2].minimumDaoBountyGWei: it has 10 decimals, more than 9; found "0.0000000001"; wanted an amount in GWei (10^9 wei) with up to 9 decimals, as a number or a string',
        "VotingMachinesParams[2].proposingRepRewardGwei: it is not a number; found true; wanted an amount in GWei (10^9 wei) with up to 9 decimals, as a number or a string",
        "Warning: VotingMachinesParams[0].minimumDaoBountyGWei: an older name, read as an amount in GWei (10^9 wei); found 1000000000; wanted minimumDaoBounty in whole tokens: 1",
        'Warning: VotingMachinesParams[0].proposingRepRewardGwei: an older name, read as an amount in GWei (10^9 wei); found "1.5"; wanted proposingRepReward in whole tokens: 0.0000000015',
        "Warning: VotingMachinesParams[1].minimumDaoBountyGWei: an older name, read as an amount in GWei (10^9 wei); found 0; wanted minimumDaoBounty in whole tokens: 0",
      ],
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
      [
        'VotingMachinesParams[0].queuedVotePeriodLimit: it is too large for a uint256; found "1e78"; wanted a whole number from 0 to 2^256 - 1',
        'VotingMachinesParams[0].thresholdConst: it is not a number; found "many"; wanted a whole number from 0 to 2^256 - 1',
        'VotingMachinesParams[0].proposingRepReward: it has the wrong type; found true; wanted an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
        "VotingMachinesParams[0].daoBountyConst: it is not a whole number; found 1.5; wanted a whole number from 0 to 2^256 - 1",
        "VotingMachinesParams[0].activationTime: it cannot be negative; found -1; wanted a whole number from 0 to 2^256 - 1",
        "VotingMachinesParams[0].voteOnBehalf: it has the wrong type; found 7; wanted an address: 0x and 40 hex digits",
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
