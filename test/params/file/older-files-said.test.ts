import { expect } from "chai";

import { ADDRESS, GENESIS_PROTOCOL, saidOf, without, ZERO_ADDRESS } from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL] };
const GenesisProtocol = GENESIS_PROTOCOL;
const AbsoluteVote = { votePerc: 50, voteOnBehalf: ZERO_ADDRESS };

describe("what is said about files from before April 2019", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "a fee for proposals",
      { ContributionReward: { orgNativeTokenFeeGWei: 3 } },
      [
        "ContributionReward.orgNativeTokenFeeGWei: a proposal fee, which this tool cannot set; found 3; wanted 0, or no such key",
        "Warning: ContributionReward: the scheme is not switched on, so this section has no effect; found an object with orgNativeTokenFeeGWei; wanted schemes.ContributionReward: true, or no section",
      ],
    ],
    [
      "a fee in one of several entries",
      { ContributionReward: [{}, { orgNativeTokenFeeGWei: "0" }, { orgNativeTokenFeeGWei: 3 }, 7] },
      [
        "ContributionReward[2].orgNativeTokenFeeGWei: a proposal fee, which this tool cannot set; found 3; wanted 0, or no such key",
        "Warning: ContributionReward: the scheme is not switched on, so this section has no effect; found a list of 4; wanted schemes.ContributionReward: true, or no section",
      ],
    ],
    [
      "a GenesisProtocol that is a number",
      { GenesisProtocol: 7 },
      ["GenesisProtocol: it is not an object; found 7; wanted VotingMachinesParams"],
    ],
    [
      "the vote parameters of alpha releases",
      { GenesisProtocol: { thresholdConstAGWei: 7, daoBountyLimitGWei: 1, thresholdConst: 3 } },
      [
        "GenesisProtocol: vote parameters of Arc's alpha releases, which today's fields cannot express; founders' amounts were then in wei; found the keys thresholdConstAGWei, daoBountyLimitGWei; wanted VotingMachinesParams with today's fields, and founders with amounts in whole tokens",
      ],
    ],
    [
      "neither schemes nor AbsoluteVote",
      { GenesisProtocol },
      [
        'schemes: the file has no schemes and is not in the 2018 format, so it is unclear which schemes are meant; found nothing; wanted which schemes the DAO gets, such as { "SchemeRegistrar": true, "ContributionReward": true }',
        "Warning: GenesisProtocol: an older format, read as VotingMachinesParams[0]; found one set of vote parameters; wanted VotingMachinesParams: a list of them",
      ],
    ],
    [
      "a section of a scheme but no schemes",
      { GenesisProtocol, AbsoluteVote, UpgradeScheme: {} },
      [
        'schemes: the file has no schemes and is not in the 2018 format, so it is unclear which schemes are meant; found nothing; wanted which schemes the DAO gets, such as { "SchemeRegistrar": true, "ContributionReward": true }',
        "Warning: GenesisProtocol: an older format, read as VotingMachinesParams[0]; found one set of vote parameters; wanted VotingMachinesParams: a list of them",
        "Warning: UpgradeScheme: the scheme is not switched on, so this section has no effect; found {}; wanted schemes.UpgradeScheme: true, or no section",
      ],
    ],
    [
      "a file of March 2019",
      { GenesisProtocol, schemes: {} },
      [
        "Warning: GenesisProtocol: an older format, read as VotingMachinesParams[0]; found one set of vote parameters; wanted VotingMachinesParams: a list of them",
        "Warning: unregisterOwner: the default for files in this format, read as true; found nothing; wanted true",
      ],
    ],
    [
      "an AbsoluteVote in a file of March 2019",
      { GenesisProtocol, AbsoluteVote, schemes: {}, unregisterOwner: false },
      [
        "Warning: GenesisProtocol: an older format, read as VotingMachinesParams[0]; found one set of vote parameters; wanted VotingMachinesParams: a list of them",
        "Warning: AbsoluteVote: an older key, which has no effect here; found an object with votePerc, voteOnBehalf; wanted no such key",
      ],
    ],
    [
      "a file of 2018",
      {
        GenesisProtocol: without(GENESIS_PROTOCOL, "activationTime"),
        AbsoluteVote,
        founders: [{ address: ADDRESS, tokens: 1 }],
        ContributionReward: {},
      },
      [
        "Warning: GenesisProtocol: an older format, read as VotingMachinesParams[0]; found one set of vote parameters; wanted VotingMachinesParams: a list of them",
        'Warning: AbsoluteVote: an older format, read as VotingMachinesParams[1]; found the vote of SchemeRegistrar, GlobalConstraintRegistrar and UpgradeScheme; wanted VotingMachinesParams with { "AbsoluteVote": ... }',
        'Warning: schemes: what every DAO from files in this format got, read as {"SchemeRegistrar":true,"GlobalConstraintRegistrar":true,"UpgradeScheme":true,"ContributionReward":true}; found nothing; wanted {"SchemeRegistrar":true,"GlobalConstraintRegistrar":true,"UpgradeScheme":true,"ContributionReward":true}',
        'Warning: SchemeRegistrar: what every DAO from files in this format got, read as [{"voteRegisterParams":1,"voteRemoveParams":1}]; found nothing; wanted [{"voteRegisterParams":1,"voteRemoveParams":1}]',
        'Warning: GlobalConstraintRegistrar: what every DAO from files in this format got, read as [{"voteParams":1}]; found nothing; wanted [{"voteParams":1}]',
        'Warning: UpgradeScheme: what every DAO from files in this format got, read as [{"voteParams":1}]; found nothing; wanted [{"voteParams":1}]',
        "Warning: useDaoCreator: what every DAO from files in this format got, read as true; found nothing; wanted true",
        "Warning: useUController: what every DAO from files in this format got, read as true; found nothing; wanted true",
        'Warning: orgName: what every DAO from files in this format got, read as "Genesis Test"; found nothing; wanted "Genesis Test"',
        'Warning: tokenName: what every DAO from files in this format got, read as "Genesis Test"; found nothing; wanted "Genesis Test"',
        'Warning: tokenSymbol: what every DAO from files in this format got, read as "GDT"; found nothing; wanted "GDT"',
        "Warning: useUController: Arc 0.0.1-rc.57 has no UController, so the DAO gets its own controller; found true; wanted false, or a release with UController",
      ],
    ],
    [
      "older keys beside VotingMachinesParams",
      { ...VOTES, GenesisProtocol, AbsoluteVote: 1 },
      [
        "Warning: GenesisProtocol: an older key, which has no effect here; found an object with queuedVoteRequiredPercentage, queuedVotePeriodLimit, boostedVo...; wanted no such key",
        "Warning: AbsoluteVote: an older key, which has no effect here; found 1; wanted no such key",
      ],
    ],
    [
      "an AbsoluteVote alone",
      { AbsoluteVote: 1 },
      [
        "Warning: AbsoluteVote: an older key, which has no effect here; found 1; wanted no such key",
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
