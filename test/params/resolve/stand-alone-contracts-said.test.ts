import { expect } from "chai";

import { ADDRESS, saidOf } from "../support.js";

const list = (...StandAloneContracts: unknown[]) => ({ StandAloneContracts });
const COMPETITION = { name: "Competition", fromArc: true };
const TOKEN = { name: "DAOToken", fromArc: true, constructor: true };
const calls = (...runFunctions: unknown[]) => list({ name: "Wallet", fromArc: true, runFunctions });

describe("what is said about stand-alone contracts", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "an object in place of contracts",
      { StandAloneContracts: {} },
      ["StandAloneContracts: it is not a list; found {}; wanted a list of contracts"],
    ],
    [
      "a text in place of a contract",
      list("Wallet"),
      [
        'StandAloneContracts[0]: it is not an object; found "Wallet"; wanted an object with name, alias, fromArc, constructor, params, runFunctions, arcVersion',
      ],
    ],
    [
      "fields of the wrong type",
      list({
        name: "Wallet",
        constructor: "true",
        fromArc: 1,
        alias: "",
        arcVersion: 7,
        note: 1,
        nam: 1,
      }),
      [
        'StandAloneContracts[0].nam: unknown key; found the key "nam"; wanted the key "name"',
        'StandAloneContracts[0].alias: it is empty; found ""; wanted a non-empty string',
        "StandAloneContracts[0].fromArc: it has the wrong type; found 1; wanted true or false",
        'StandAloneContracts[0].constructor: it has the wrong type; found "true"; wanted true or false',
        "StandAloneContracts[0].arcVersion: it has the wrong type; found 7; wanted a non-empty string",
        'Warning: StandAloneContracts[0].note: unknown key, it has no effect; found the key "note"; wanted one of name, alias, fromArc, constructor, params, runFunctions, arcVersion',
      ],
    ],
    [
      "names of no contract",
      list(
        { fromArc: true },
        { name: "../Wallet" },
        { name: "Walet", fromArc: true },
        { name: "Walet" },
      ),
      [
        "StandAloneContracts[0].name: it is missing; found nothing; wanted the name of a contract (letters, digits, _ and $)",
        'StandAloneContracts[1].name: it is not the name of a contract; found "../Wallet"; wanted the name of a contract (letters, digits, _ and $)',
        'StandAloneContracts[2].name: Arc release 0.0.1-rc.57 has no contract "Walet". Did you mean Wallet? All names: dao-migrate contracts -a rc.57; found "Walet"; wanted a contract of Arc 0.0.1-rc.57',
        'StandAloneContracts[3].name: Arc release 0.0.1-rc.57 has no contract "Walet". Did you mean Wallet? All names: dao-migrate contracts -a rc.57; found "Walet"; wanted a contract of Arc 0.0.1-rc.57, or a build file Walet.json in custom-abis',
      ],
    ],
    [
      "contracts without code",
      list(
        { name: "CurveInterface", fromArc: true },
        { name: "CurveInterface", constructor: true, fromArc: true },
      ),
      [
        "StandAloneContracts[0].name: CurveInterface of Arc 0.0.1-rc.57 has no bytecode to deploy; found an interface or abstract contract; wanted a contract with bytecode",
        "StandAloneContracts[1].name: CurveInterface of Arc 0.0.1-rc.57 has no bytecode to deploy; found an interface or abstract contract; wanted a contract with bytecode",
      ],
    ],
    [
      "a reference to itself",
      list({ ...COMPETITION, params: [{ StandAloneContract: 0 }] }),
      [
        "StandAloneContracts[0].params[0]: there is no stand-alone contract yet to refer to, in initialize(address _contributionRewardExt); found an object with StandAloneContract; wanted no reference",
      ],
    ],
    [
      "a reference out of range",
      list(
        TOKEN,
        { ...COMPETITION, params: [{ StandAloneContract: 1 }] },
        { ...COMPETITION, params: [{ StandAloneContract: -1 }] },
      ),
      [
        "StandAloneContracts[0].params: DAOToken of Arc 0.0.1-rc.57 takes different arguments; found 0 arguments; wanted constructor(string _name, string _symbol, uint256 _cap)",
        "StandAloneContracts[1].params[0]: stand-alone contract 1 does not exist yet at this point, in initialize(address _contributionRewardExt); found an object with StandAloneContract; wanted an index of StandAloneContracts, 0 to 0",
        'StandAloneContracts[2].params[0]: it cannot be negative, in initialize(address _contributionRewardExt); found an object with StandAloneContract; wanted address _contributionRewardExt: 0x and 40 hex digits, AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress or {"StandAloneContract": index}',
      ],
    ],
    [
      "other params than initialize takes",
      list(
        { ...COMPETITION, params: [] },
        { ...COMPETITION, params: ["x"] },
        { name: "Wallet", fromArc: true, params: "AvatarAddress" },
        { name: "ActionMock", fromArc: true, params: [] },
      ),
      [
        "StandAloneContracts[0].params: Competition of Arc 0.0.1-rc.57 takes different arguments; found 0 arguments; wanted initialize(address _contributionRewardExt)",
        'StandAloneContracts[1].params[0]: it is not an address, in initialize(address _contributionRewardExt); found "x"; wanted address _contributionRewardExt: 0x and 40 hex digits, AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress or {"StandAloneContract": index}',
        'StandAloneContracts[2].name: Wallet of Arc 0.0.1-rc.57 has no function initialize; found "initialize"; wanted one of pay(address _beneficiary), renounceOwnership(), transferOwnership(address newOwner)',
        'StandAloneContracts[2].params: it is not a list; found "AvatarAddress"; wanted a list of arguments',
        'StandAloneContracts[3].name: ActionMock of Arc 0.0.1-rc.57 has no function initialize; found "initialize"; wanted one of setActivationTime(uint256 _activationTime), test(uint256 _a, address _b, bytes32 _c), test2(address _addr), withoutReturnValue(address _addr)',
      ],
    ],
    [
      "other params than the constructor takes",
      list(
        { ...TOKEN, params: ["Gem", "GEM"] },
        TOKEN,
        { ...TOKEN, params: "x" },
        { ...TOKEN, params: ["Gem", 7, "x"] },
        { name: "Reputation", fromArc: true, constructor: true, params: [1] },
        { name: "DAOToken", fromArc: true },
      ),
      [
        "StandAloneContracts[0].params: DAOToken of Arc 0.0.1-rc.57 takes different arguments; these fit alpha.29 to alpha.35; found 2 arguments; wanted constructor(string _name, string _symbol, uint256 _cap)",
        "StandAloneContracts[1].params: DAOToken of Arc 0.0.1-rc.57 takes different arguments; found 0 arguments; wanted constructor(string _name, string _symbol, uint256 _cap)",
        'StandAloneContracts[2].params: it is not a list; found "x"; wanted a list of arguments',
        "StandAloneContracts[3].params[1]: it is not a string, in constructor(string _name, string _symbol, uint256 _cap); found 7; wanted string _symbol",
        'StandAloneContracts[3].params[2]: it is not a number, in constructor(string _name, string _symbol, uint256 _cap); found "x"; wanted uint256 _cap',
        "StandAloneContracts[4].params: Reputation of Arc 0.0.1-rc.57 takes different arguments; found 1 argument; wanted constructor()",
        "StandAloneContracts[5].name: DAOToken of Arc 0.0.1-rc.57 needs constructor arguments; found constructor(string _name, string _symbol, uint256 _cap); wanted a constructor without arguments",
      ],
    ],
    [
      "calls of functions that do not exist",
      calls(
        { functionName: "transferOwnershp", params: [ADDRESS] },
        { functionName: "zzz", params: [] },
        { functionName: "transferOwnership(uint256)", params: [1] },
      ),
      [
        'StandAloneContracts[0].runFunctions[0].functionName: Wallet of Arc 0.0.1-rc.57 has no function transferOwnershp; found "transferOwnershp"; wanted one of transferOwnership(address newOwner)',
        'StandAloneContracts[0].runFunctions[1].functionName: Wallet of Arc 0.0.1-rc.57 has no function zzz; found "zzz"; wanted one of pay(address _beneficiary), renounceOwnership(), transferOwnership(address newOwner)',
        'StandAloneContracts[0].runFunctions[2].functionName: Wallet of Arc 0.0.1-rc.57 has no function transferOwnership(uint256); found "transferOwnership(uint256)"; wanted one of pay(address _beneficiary), renounceOwnership(), transferOwnership(address newOwner)',
      ],
    ],
    [
      "calls with other params",
      calls(
        { functionName: "transferOwnership", params: [ADDRESS, 1] },
        { functionName: "transferOwnership", params: [7] },
        { functionName: "renounceOwnership", params: {} },
      ),
      [
        "StandAloneContracts[0].runFunctions[0].params: Wallet of Arc 0.0.1-rc.57 takes different arguments; found 2 arguments; wanted transferOwnership(address newOwner)",
        'StandAloneContracts[0].runFunctions[1].params[0]: it is not a string, in transferOwnership(address newOwner); found 7; wanted address newOwner: 0x and 40 hex digits, AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress or {"StandAloneContract": index}',
        "StandAloneContracts[0].runFunctions[2].params: it is not a list; found {}; wanted a list of arguments",
      ],
    ],
    [
      "calls that are not described",
      calls(7, { params: [] }, { functionName: "renounceOwnership", param: [] }),
      [
        "StandAloneContracts[0].runFunctions[0]: it is not an object; found 7; wanted an object with functionName, params",
        "StandAloneContracts[0].runFunctions[1].functionName: it is missing; found nothing; wanted a non-empty string",
        'StandAloneContracts[0].runFunctions[2].param: unknown key; found the key "param"; wanted the key "params"',
      ],
    ],
    [
      "one call that is not in a list",
      list({ name: "Wallet", fromArc: true, runFunctions: { functionName: "x" } }),
      [
        "StandAloneContracts[0].runFunctions: it is not a list; found an object with functionName; wanted a list of {functionName, params}",
      ],
    ],
    [
      "a release that does not exist",
      list({ name: "Wallet", fromArc: true, arcVersion: "rc.58" }),
      [
        'StandAloneContracts[0].arcVersion: Arc release "rc.58" does not exist. Did you mean 0.0.1-rc.57, 0.0.1-rc.56, 0.0.1-rc.55?; found "rc.58"; wanted an available release of Arc',
      ],
    ],
    [
      "a contract of custom-abis without that folder, with a release",
      list({ name: "Vault", fromArc: false, arcVersion: "rc.41" }),
      [
        'StandAloneContracts[0].name: no folder custom-abis is configured; found "Vault"; wanted a folder custom-abis with Vault.json',
        'Warning: StandAloneContracts[0].arcVersion: a contract from custom-abis has no release; found "rc.41"; wanted no arcVersion, or fromArc: true',
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
