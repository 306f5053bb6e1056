import { expect } from "chai";

import { ADDRESS, GENESIS_PROTOCOL, OTHER_ADDRESS, saidOf, ZERO_ADDRESS } from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL] };
const ABSOLUTE = { AbsoluteVote: { votePerc: 50, voteOnBehalf: ZERO_ADDRESS } };
const ONE = [{ targetContract: ADDRESS }];
const OTHER = [{ targetContract: OTHER_ADDRESS }];
const LONG = "x".repeat(70);

describe("what is said about built-in schemes", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "a list in place of switches",
      { schemes: ["UpgradeScheme"] },
      ["schemes: it is not an object; found a list of one; wanted an object of true and false"],
    ],
    [
      "a switch in quotes",
      { schemes: { UpgradeScheme: "true" } },
      ['schemes.UpgradeScheme: it has the wrong type; found "true"; wanted true or false'],
    ],
    [
      "the older name",
      { ...VOTES, schemes: { UGenericScheme: true }, UGenericScheme: ONE },
      [
        "Warning: schemes.UGenericScheme: an older name, read as GenericScheme; found true; wanted GenericScheme",
      ],
    ],
    [
      "the older name beside the new one",
      { ...VOTES, schemes: { UGenericScheme: true, GenericScheme: true }, UGenericScheme: ONE },
      [
        "schemes.UGenericScheme: it is the older name of GenericScheme, which is on too; found true; wanted GenericScheme alone",
      ],
    ],
    [
      "both sections, with the older switch",
      { ...VOTES, schemes: { UGenericScheme: true }, UGenericScheme: ONE, GenericScheme: OTHER },
      [
        "Warning: schemes.UGenericScheme: an older name, read as GenericScheme; found true; wanted GenericScheme",
        "Warning: GenericScheme: the section UGenericScheme is used instead, so this section has no effect; found a list of one; wanted schemes.GenericScheme: true, or no section",
      ],
    ],
    [
      "both sections, with the new switch",
      { ...VOTES, schemes: { GenericScheme: true }, UGenericScheme: ONE, GenericScheme: OTHER },
      [
        "Warning: UGenericScheme: the section GenericScheme is used instead, so this section has no effect; found a list of one; wanted schemes.GenericScheme: true, or no section",
      ],
    ],
    [
      "the older name in a release without the new one",
      {
        ...VOTES,
        schemes: { UGenericScheme: true, UpgradeScheme: true },
        UGenericScheme: ONE,
        UpgradeScheme: {},
      },
      [
        "Warning: schemes.UGenericScheme: an older name, read as GenericScheme; found true; wanted GenericScheme",
      ],
      "rc.16",
    ],
    [
      "sections of schemes that are off or not named",
      {
        schemes: { UpgradeScheme: false },
        UpgradeScheme: {},
        ContributionReward: [{}],
        UGenericScheme: ONE,
        GenericScheme: {},
      },
      [
        "Warning: ContributionReward: the scheme is not switched on, so this section has no effect; found a list of one; wanted schemes.ContributionReward: true, or no section",
        "Warning: GenericScheme: the scheme is not switched on, so this section has no effect; found {}; wanted schemes.GenericScheme: true, or no section",
        "Warning: UGenericScheme: the scheme is not switched on, so this section has no effect; found a list of one; wanted schemes.GenericScheme: true, or no section",
        "Warning: UpgradeScheme: the scheme is not switched on, so this section has no effect; found {}; wanted schemes.UpgradeScheme: true, or no section",
      ],
    ],
    [
      "a scheme that the release lacks",
      {
        ...VOTES,
        schemes: { GenericScheme: true, UpgradeScheme: true },
        UpgradeScheme: {},
        GenericScheme: OTHER,
      },
      [
        "schemes.GenericScheme: Arc 0.0.0-alpha.44 has no GenericScheme; found true; wanted a scheme that Arc 0.0.0-alpha.44 has, or another arcVersion",
      ],
      "alpha.44",
    ],
    [
      "schemes of a release that does not exist",
      {
        ...VOTES,
        arcVersion: "rc.99",
        schemes: { GenericScheme: true, Foo: true, UpgradeScheme: true },
        UpgradeScheme: [{}, {}],
        GenericScheme: [...ONE, ...ONE],
      },
      [
        'arcVersion: Arc release "rc.99" does not exist. Did you mean 0.0.1-rc.57, 0.0.1-rc.56, 0.0.1-rc.55?; found "rc.99"; wanted an available release of Arc',
        'schemes.Foo: not a built-in scheme, so it cannot be switched on here; found the key "Foo"; wanted one of SchemeRegistrar, ContributionReward, GenericScheme, GlobalConstraintRegistrar, UpgradeScheme; any other scheme belongs in CustomSchemes, as {"Foo":[{"params":[],"permissions":"4 bytes of hex"}]}',
      ],
    ],
    [
      "a scheme without a section",
      { ...VOTES, schemes: { UpgradeScheme: true } },
      [
        "Warning: UpgradeScheme: without it, the scheme is on with the defaults; found nothing; wanted a section of the scheme",
      ],
    ],
    [
      "an empty section",
      { ...VOTES, schemes: { UpgradeScheme: true }, UpgradeScheme: [] },
      [
        "Warning: UpgradeScheme: without it, the scheme is on with the defaults; found a list of 0; wanted a section of the scheme",
      ],
    ],
    [
      "two entries for one universal contract",
      { ...VOTES, schemes: { ContributionReward: true }, ContributionReward: [{}, {}] },
      [
        "Warning: ContributionReward: all entries register the same universal contract, so only the last one takes effect; found a list of 2; wanted one entry",
      ],
    ],
    [
      "two entries for a universal GenericScheme",
      { ...VOTES, schemes: { GenericScheme: true }, GenericScheme: [...ONE, ...ONE] },
      [
        "Warning: GenericScheme: all entries register the same universal contract, so only the last one takes effect; found a list of 2; wanted one entry",
      ],
      "rc.33",
    ],
    [
      "a long name that is no scheme, switched off",
      { schemes: { [LONG]: false } },
      [
        'Warning: schemes.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: not a built-in scheme; it is switched off and has no effect; found the key "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; wanted one of SchemeRegistrar, ContributionReward, GenericScheme, GlobalConstraintRegistrar, UpgradeScheme',
      ],
    ],
    [
      "a long name that is no scheme, switched on",
      { schemes: { [LONG]: true } },
      [
        'schemes.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: not a built-in scheme, so it cannot be switched on here; found the key "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; wanted one of SchemeRegistrar, ContributionReward, GenericScheme, GlobalConstraintRegistrar, UpgradeScheme; any other scheme belongs in CustomSchemes, as {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":[{"params":[],"permissions":"4 bytes of hex"}]}',
      ],
    ],
    [
      "a misspelled scheme",
      { schemes: { contributionReward: false } },
      [
        'schemes.contributionReward: unknown scheme; found the key "contributionReward"; wanted the key "ContributionReward"',
      ],
    ],
    [
      "a scheme that belongs in CustomSchemes",
      { schemes: { ReputationFromToken: true } },
      [
        'schemes.ReputationFromToken: not a built-in scheme, so it cannot be switched on here; found the key "ReputationFromToken"; wanted one of SchemeRegistrar, ContributionReward, GenericScheme, GlobalConstraintRegistrar, UpgradeScheme; any other scheme belongs in CustomSchemes, as {"ReputationFromToken":[{"fromArc":true,"params":["address _tokenContract","address _curve","bytes32 _agreementHash"],"permissions":"4 bytes of hex"}]}',
      ],
    ],
    [
      "a contract without initialize",
      { schemes: { Wallet: true } },
      [
        'schemes.Wallet: not a built-in scheme, so it cannot be switched on here; found the key "Wallet"; wanted one of SchemeRegistrar, ContributionReward, GenericScheme, GlobalConstraintRegistrar, UpgradeScheme; any other scheme belongs in CustomSchemes, as {"Wallet":[{"fromArc":true,"params":[],"permissions":"4 bytes of hex"}]}',
      ],
    ],
    [
      "a SchemeRegistrar of two voting machines",
      {
        VotingMachinesParams: [GENESIS_PROTOCOL, ABSOLUTE],
        schemes: { SchemeRegistrar: true },
        SchemeRegistrar: { voteRemoveParams: 1 },
      },
      [
        "SchemeRegistrar: a SchemeRegistrar uses one voting machine; found voteRegisterParams 0, voteRemoveParams 1; wanted both for GenesisProtocol, or both for AbsoluteVote",
      ],
    ],
    [
      "voteParams of a SchemeRegistrar",
      { ...VOTES, schemes: { SchemeRegistrar: true }, SchemeRegistrar: { voteParams: 1 } },
      [
        'Warning: SchemeRegistrar.voteParams: unknown key, it has no effect; found the key "voteParams"; wanted voteRegisterParams and voteRemoveParams; each is 0 by default',
      ],
    ],
    [
      "an index out of range",
      {
        ...VOTES,
        schemes: {
          SchemeRegistrar: true,
          ContributionReward: true,
          GenericScheme: true,
          UpgradeScheme: true,
        },
        SchemeRegistrar: { voteRegisterParams: 2, voteRemoveParams: 7 },
        ContributionReward: [{ voteParams: 2 }],
        GenericScheme: { targetContract: ADDRESS, voteParams: 3 },
        UpgradeScheme: { voteParams: 1 },
      },
      [
        "SchemeRegistrar.voteRegisterParams: there are no such vote parameters; found 2; wanted an index of VotingMachinesParams, 0 to 1",
        "SchemeRegistrar.voteRemoveParams: there are no such vote parameters; found 7; wanted an index of VotingMachinesParams, 0 to 1",
        "ContributionReward[0].voteParams: there are no such vote parameters; found 2; wanted an index of VotingMachinesParams, 0 to 1",
        "GenericScheme.voteParams: there are no such vote parameters; found 3; wanted an index of VotingMachinesParams, 0 to 1",
      ],
    ],
    [
      "an index into no vote parameters",
      {
        schemes: { SchemeRegistrar: true, ContributionReward: true, GenericScheme: true },
        SchemeRegistrar: { voteRegisterParams: 1 },
        ContributionReward: [{}],
        GenericScheme: 7,
      },
      [
        "SchemeRegistrar.voteRegisterParams: voteRegisterParams has no vote parameters to refer to: VotingMachinesParams is empty; found 1; wanted an entry in VotingMachinesParams",
        "SchemeRegistrar: voteRemoveParams has no vote parameters to refer to: VotingMachinesParams is empty; found nothing, which is 0; wanted an entry in VotingMachinesParams",
        "ContributionReward[0]: voteParams has no vote parameters to refer to: VotingMachinesParams is empty; found nothing, which is 0; wanted an entry in VotingMachinesParams",
        "GenericScheme: it is not an object; found 7; wanted an object with voteParams, votingMachine, targetContract",
      ],
    ],
    [
      "a wrong voting machine, and a key without a meaning",
      {
        ...VOTES,
        schemes: { GenericScheme: true },
        GenericScheme: { votingMachine: "0x", targetContract: ADDRESS, colour: 1 },
      },
      [
        'GenericScheme.votingMachine: it is not an address; found "0x"; wanted an address: 0x and 40 hex digits',
        'Warning: GenericScheme.colour: unknown key, it has no effect; found the key "colour"; wanted one of voteParams, votingMachine, targetContract',
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
