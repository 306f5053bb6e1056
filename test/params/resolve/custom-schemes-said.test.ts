import { expect } from "chai";

import { ADDRESS, GENESIS_PROTOCOL, saidOf, without, ZERO_ADDRESS } from "../support.js";

const GENERIC = {
  name: "GenericScheme",
  fromArc: true,
  params: ["GenesisProtocolAddress", { voteParams: 0 }, ADDRESS],
  permissions: "0x00000010",
};
const NUMBERS: unknown[] = [50, 1800, 600, 600, 2000, 300, 0, 1, "100000000000000000000", 10, 0];
const PARAMS: unknown[] = [
  "GenesisProtocolAddress",
  0,
  NUMBERS,
  ZERO_ADDRESS,
  [ADDRESS],
  true,
  "hash",
];
const FACTORY = {
  schemeName: "GenericSchemeMultiCall",
  name: "GenericSchemeMultiCall",
  fromArc: true,
  fromFactory: true,
  params: PARAMS,
  permissions: "0x00000010",
};
const LOCKING = {
  name: "ContinuousLocking4Reputation",
  fromArc: true,
  fromFactory: true,
  params: [1],
  permissions: "0x00000000",
};
const numbers = (list: unknown[]) => ({ ...FACTORY, params: PARAMS.with(2, list) });
const list = (...CustomSchemes: unknown[]) => ({
  VotingMachinesParams: [GENESIS_PROTOCOL],
  CustomSchemes,
});

describe("what is said about custom schemes", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "a number in place of schemes",
      { CustomSchemes: 7 },
      [
        "CustomSchemes: it has the wrong type; found 7; wanted a list of schemes, or an object with a list for each scheme's name",
      ],
    ],
    [
      "a text in place of a scheme",
      list("GenericScheme"),
      [
        'CustomSchemes[0]: it is not an object; found "GenericScheme"; wanted an object with name, schemeName, alias, fromArc, fromFactory, isUniversal, address, params, permissions, runFunctions, arcVersion',
      ],
    ],
    [
      "a number in place of a scheme",
      { CustomSchemes: { GenericScheme: 7 } },
      [
        "CustomSchemes.GenericScheme: it is not an object; found 7; wanted an object with name, schemeName, alias, fromArc, fromFactory, isUniversal, address, params, permissions, runFunctions, arcVersion",
      ],
    ],
    [
      "a scheme without a name",
      list(without(GENERIC, "name")),
      ["CustomSchemes[0].name: it is missing; found nothing; wanted the name of a contract"],
    ],
    [
      "a key that is not a contract's name",
      { ...list(), CustomSchemes: { "My calls": [without(GENERIC, "name")] } },
      [
        'CustomSchemes["My calls"][0]: it is not the name of a contract; found "My calls"; wanted the name of a contract (letters, digits, _ and $)',
      ],
    ],
    [
      "a name that is not a contract's, beside a schemeName",
      list({ ...GENERIC, name: "../x", schemeName: "Nothing" }),
      [
        'CustomSchemes[0].name: it is not the name of a contract; found "../x"; wanted the name of a contract (letters, digits, _ and $)',
      ],
    ],
    [
      "a text in place of all schemes",
      { CustomSchemes: "xy" },
      [
        'CustomSchemes: it has the wrong type; found "xy"; wanted a list of schemes, or an object with a list for each scheme\'s name',
      ],
    ],
    [
      "wrong permissions",
      list(
        without(GENERIC, "permissions"),
        { ...GENERIC, permissions: "0x10" },
        { ...GENERIC, permissions: 16 },
      ),
      [
        "CustomSchemes[0].permissions: it is missing; found nothing; wanted 4 bytes: 0x and 8 hex digits, such as 0x00000010",
        'CustomSchemes[1].permissions: it has 2 hex digits, not 8; found "0x10"; wanted 4 bytes: 0x and 8 hex digits, such as 0x00000010',
        "CustomSchemes[2].permissions: it has the wrong type; found 16; wanted 4 bytes: 0x and 8 hex digits, such as 0x00000010",
      ],
    ],
    [
      "params that are not a list",
      list({ ...GENERIC, params: "x" }),
      ['CustomSchemes[0].params: it is not a list; found "x"; wanted a list of arguments'],
    ],
    [
      "too few params",
      list({ ...GENERIC, params: [ADDRESS] }),
      [
        "CustomSchemes[0].params: GenericScheme of Arc 0.0.1-rc.57 takes different arguments; found 1 argument; wanted initialize(address _avatar, address _votingMachine, bytes32 _voteParams, address _contractToCall), where the avatar comes first and is not in params",
      ],
    ],
    [
      "params of the wrong type",
      list({ ...GENERIC, params: ["GenesisProtocolAddress", 5, ADDRESS] }),
      [
        'CustomSchemes[0].params[1]: it is not a string, in initialize(address _avatar, address _votingMachine, bytes32 _voteParams, address _contractToCall); found 5; wanted bytes32 _voteParams: 0x and 64 hex digits, or {"voteParams": index}',
      ],
    ],
    [
      "a wrong address",
      list({ ...GENERIC, address: 7 }, { ...GENERIC, address: { StandAloneContract: 0 } }),
      [
        'CustomSchemes[0].address: it is neither an address nor a reference; found 7; wanted an address: 0x and 40 hex digits, or {"StandAloneContract": index}',
        "CustomSchemes[1].address: there is no stand-alone contract yet to refer to; found an object with StandAloneContract; wanted no reference",
      ],
    ],
    [
      "params without setParameters",
      list({ ...GENERIC, isUniversal: true }),
      [
        'CustomSchemes[0].name: GenericScheme of Arc 0.0.1-rc.57 has no function setParameters; found "setParameters"; wanted one of burnReputation(uint256 _amount, address _beneficiary, bytes32 _proposalId), execute(bytes32 _proposalId), executeProposal(bytes32 _proposalId, int256 _decision), initialize(address _avatar, address _votingMachine, bytes32 _voteParams, address _contractToCall), mintReputation(uint256 _amount, address _beneficiary, bytes32 _proposalId), proposeCall(bytes _callData, uint256 _value, string _descriptionHash), stakingTokenTransfer(address _stakingToken, address _beneficiary, uint256 _amount, bytes32 _proposalId)',
      ],
    ],
    [
      "universal params of the wrong type",
      list(
        {
          name: "VoteInOrganizationScheme",
          fromArc: true,
          isUniversal: true,
          params: [7],
          permissions: "0x00000001",
        },
        {
          name: "VoteInOrganizationScheme",
          fromArc: true,
          isUniversal: true,
          params: [{ voteParams: 1 }, 5],
          permissions: "0x00000001",
        },
      ),
      [
        "CustomSchemes[0].params: VoteInOrganizationScheme of Arc 0.0.1-rc.57 takes different arguments; found 1 argument; wanted setParameters(bytes32 _voteParams, address _intVote)",
        "CustomSchemes[1].params[0]: VotingMachinesParams has no entry 1, in setParameters(bytes32 _voteParams, address _intVote); found an object with voteParams; wanted an index of it, 0 to 0",
        'CustomSchemes[1].params[1]: it is not a string, in setParameters(bytes32 _voteParams, address _intVote); found 5; wanted address _intVote: 0x and 40 hex digits, AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress or {"StandAloneContract": index}',
      ],
    ],
    [
      "no initialize",
      list({ name: "Wallet", fromArc: true, permissions: "0x00000001" }),
      [
        'Warning: CustomSchemes[0].name: it has no initialize, so it is registered without a call; found "Wallet"; wanted a contract with initialize, or isUniversal: true',
      ],
    ],
    [
      "params without an initialize",
      list({ name: "Wallet", fromArc: true, params: [1], permissions: "0x00000001" }),
      [
        'CustomSchemes[0].name: Wallet of Arc 0.0.1-rc.57 has no function initialize; found "initialize"; wanted one of pay(address _beneficiary), renounceOwnership(), transferOwnership(address newOwner)',
      ],
    ],
    [
      "a contract that needs constructor arguments",
      list({ name: "DAOToken", fromArc: true, permissions: "0x00000001" }),
      [
        "CustomSchemes[0].name: DAOToken of Arc 0.0.1-rc.57 needs constructor arguments; found constructor(string _name, string _symbol, uint256 _cap); wanted a constructor without arguments",
        'Warning: CustomSchemes[0].name: it has no initialize, so it is registered without a call; found "DAOToken"; wanted a contract with initialize, or isUniversal: true',
      ],
    ],
    [
      "runFunctions that are not calls",
      list(
        { ...GENERIC, runFunctions: 7 },
        { ...GENERIC, runFunctions: [7, { functionName: "foo" }] },
      ),
      [
        "CustomSchemes[0].runFunctions: it is not a list; found 7; wanted a list of {functionName, params}",
        "CustomSchemes[1].runFunctions[0]: it is not an object; found 7; wanted an object with functionName, params",
        'CustomSchemes[1].runFunctions[1].functionName: GenericScheme of Arc 0.0.1-rc.57 has no function foo; found "foo"; wanted one of burnReputation(uint256 _amount, address _beneficiary, bytes32 _proposalId), execute(bytes32 _proposalId), executeProposal(bytes32 _proposalId, int256 _decision), initialize(address _avatar, address _votingMachine, bytes32 _voteParams, address _contractToCall), mintReputation(uint256 _amount, address _beneficiary, bytes32 _proposalId), proposeCall(bytes _callData, uint256 _value, string _descriptionHash), stakingTokenTransfer(address _stakingToken, address _beneficiary, uint256 _amount, bytes32 _proposalId)',
      ],
    ],
    [
      "a factory and an address",
      list({ ...FACTORY, address: ADDRESS }),
      [
        'CustomSchemes[0].address: a scheme that a factory creates has no address yet; found "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"; wanted either an address or fromFactory',
      ],
    ],
    [
      "the factory of another scheme",
      list({ ...FACTORY, schemeName: "ContinuousLocking4Reputation" }),
      [
        'CustomSchemes[0].name: the factory that schemeName chooses creates a different contract; found "GenericSchemeMultiCall"; wanted ContinuousLocking4Reputation',
      ],
    ],
    [
      "the factory of a competition",
      list({ ...FACTORY, schemeName: "Competition" }),
      [
        'CustomSchemes[0].name: the factory that schemeName chooses creates a different contract; found "GenericSchemeMultiCall"; wanted ContributionRewardExt',
      ],
    ],
    [
      "a name of its own beside a factory's contract",
      list({ ...FACTORY, schemeName: "Something" }),
      [],
    ],
    [
      "a factory for what no factory makes",
      list({ ...GENERIC, fromFactory: true }),
      [
        "CustomSchemes[0].fromFactory: no Arc factory creates GenericScheme; found true; wanted one of the schemes GenericSchemeMultiCall, ContinuousLocking4Reputation, ContributionRewardExt of Arc",
      ],
    ],
    [
      "a factory that the release lacks",
      list({ ...FACTORY, arcVersion: "rc.47" }),
      [
        "CustomSchemes[0].fromFactory: Arc 0.0.1-rc.47 has no GenericSchemeMultiCallFactory; found true; wanted a release with the factory as arcVersion, or fromFactory: false",
      ],
    ],
    [
      "too few params for a factory",
      list({ ...FACTORY, params: PARAMS.slice(1) }, LOCKING),
      [
        "CustomSchemes[0].params: GenericSchemeMultiCallFactory of Arc 0.0.1-rc.57 takes different arguments; found 6 arguments; wanted createGenericSchemeMultiCallSimple(address _avatar, address _votingMachine, uint8 _voteParamsType, uint256[11] _votingParams, address _voteOnBehalf, address[] _contractsWhiteList, bool _enableSendEth, string _descriptionHash), where the avatar comes first and is not in params",
        "CustomSchemes[1].params: ContinuousLocking4ReputationFactory of Arc 0.0.1-rc.57 takes different arguments; found 1 argument; wanted createCL4R(address _avatar, uint256 _reputationReward, uint256 _startTime, uint256 _batchTime, uint256 _redeemEnableTime, uint256 _maxLockingBatches, uint256 _repRewardConstA, uint256 _repRewardConstB, uint256 _batchesIndexCap, address _token, bytes32 _agreementHash), where the avatar comes first and is not in params",
      ],
    ],
    [
      "too few vote parameters for a factory",
      list(numbers(NUMBERS.slice(1))),
      [
        "CustomSchemes[0].params[2]: the list has 10 elements, not 11, in createGenericSchemeMultiCallSimple(address _avatar, address _votingMachine, uint8 _voteParamsType, uint256[11] _votingParams, address _voteOnBehalf, address[] _contractsWhiteList, bool _enableSendEth, string _descriptionHash); found a list of 10; wanted uint256[11] _votingParams",
      ],
    ],
    [
      "vote parameters on which a factory reverts",
      list(
        numbers(NUMBERS.with(0, 49).with(5, 601).with(8, 0)),
        { ...FACTORY, params: PARAMS.with(1, 4) },
        { ...FACTORY, params: PARAMS.with(1, 3).with(2, NUMBERS.with(0, 0)) },
      ),
      [
        "CustomSchemes[0].params[2][0]: GenesisProtocol would revert on it; found 49; wanted queuedVoteRequiredPercentage: percent, 50 to 100",
        "CustomSchemes[0].params[2][8]: GenesisProtocol would revert on it; found 0; wanted minimumDaoBounty: an amount above 0",
        "CustomSchemes[0].params[2][2]: GenesisProtocol would revert on it; found 600; wanted boostedVotePeriodLimit: seconds, at least quietEndingPeriod",
        "CustomSchemes[1].params[1]: there are no such vote parameters; found 4; wanted 0 for the numbers that follow, or 1 (fast), 2 (normal), 3 (slow)",
      ],
    ],
    [
      "a factory switch in quotes",
      list({ ...FACTORY, fromFactory: "yes" }),
      [
        'CustomSchemes[0].fromFactory: it has the wrong type; found "yes"; wanted true or false',
        "CustomSchemes[0].params: GenericSchemeMultiCall of Arc 0.0.1-rc.57 takes different arguments; found 7 arguments; wanted initialize(address _avatar, address _votingMachine, bytes32 _voteParams, address _schemeConstraints), where the avatar comes first and is not in params",
      ],
    ],
    [
      "a competition, whose scheme is ContributionRewardExt",
      list({ ...FACTORY, name: "Competition", schemeName: "Competition", params: [1] }),
      [
        "CustomSchemes[0].params: CompetitionFactory of Arc 0.0.1-rc.57 takes different arguments; found 1 argument; wanted createCompetition(address _avatar, address _votingMachine, uint8 _voteParamsType, uint256[11] _votingParams, address _voteOnBehalf), where the avatar comes first and is not in params",
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
