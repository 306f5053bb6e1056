import { constructorOf, fn } from "../build-files.js";
import {
  ADDRESS,
  GENESIS_PROTOCOL,
  itSays,
  type SaidCase,
  without,
  ZERO_ADDRESS,
} from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL] };
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
const list = (...CustomSchemes: unknown[]) => ({ ...VOTES, CustomSchemes });

const UNIVERSAL = {
  ...{ name: "VoteInOrganizationScheme", fromArc: true, isUniversal: true },
  permissions: "0x00000010",
};
const INITIALIZE = [fn("initialize", "address avatar")];
const BUILDS = {
  Bare: INITIALIZE,
  Interface: JSON.stringify({ contractName: "Interface", abi: INITIALIZE }),
  Built: [...INITIALIZE, constructorOf("uint256")],
};
const OWN = { fromArc: false, permissions: "0x00000001" };

describe("what custom schemes become, and what is said about them", () => {
  const competition = ["GenesisProtocolAddress", 1, NUMBERS.map(() => 0), ZERO_ADDRESS];
  const CASES: SaidCase[] = [
    ["a list", list({ ...GENERIC, alias: "Calls" })],
    [
      "a mapping, with the key as name unless there is one",
      {
        ...VOTES,
        CustomSchemes: {
          GenericScheme: [without(GENERIC, "name"), without(GENERIC, "name")],
          "My calls": GENERIC,
        },
      },
    ],
    ["a schemeName alone", list({ ...without(GENERIC, "name"), schemeName: GENERIC.name })],
    [
      "a universal scheme",
      list({ ...UNIVERSAL, params: [{ voteParams: 0 }, "GenesisProtocolAddress"] }),
    ],
    [
      "an address, and a stand-alone contract",
      {
        ...list(
          { ...GENERIC, address: ADDRESS.toLowerCase() },
          { ...GENERIC, address: { StandAloneContract: 0 } },
        ),
        StandAloneContracts: [{ name: "GenericScheme", fromArc: true }],
      },
    ],
    [
      "contracts of custom-abis, at an address whatever they are",
      list(
        { ...OWN, name: "Bare" },
        { ...OWN, address: ADDRESS, name: "Interface" },
        { ...OWN, address: ADDRESS, name: "Built" },
      ),
      BUILDS,
    ],
    [
      "contracts of custom-abis that cannot be deployed, or are not there",
      list({ ...OWN, name: "Interface" }, { ...OWN, name: "Built" }, { ...OWN, name: "None" }),
      BUILDS,
    ],
    [
      "a call",
      list({
        ...{ name: "ReputationAdmin", fromArc: true, permissions: "0x00000000" },
        params: [0, 1614764214000, 0],
        runFunctions: [{ functionName: "transferOwnership", params: [ADDRESS] }],
      }),
    ],
    ["a factory's scheme", list(FACTORY)],
    [
      "the factory of a competition, which makes a ContributionRewardExt",
      list(
        {
          ...FACTORY,
          schemeName: "ContributionRewardExt",
          name: "ContributionRewardExt",
          params: competition,
        },
        { ...FACTORY, schemeName: undefined, name: "Competition", params: competition },
      ),
    ],
    ["a number in place of schemes", { CustomSchemes: 7 }],
    ["a text in place of a scheme", list("GenericScheme")],
    ["a number in place of a scheme", { CustomSchemes: { GenericScheme: 7 } }],
    [
      "wrong permissions, by name",
      { CustomSchemes: { GenericScheme: { ...GENERIC, permissions: 16 } } },
    ],
    ["a scheme without a name", list(without(GENERIC, "name"))],
    [
      "a key that is not a contract's name",
      { ...list(), CustomSchemes: { "My calls": [without(GENERIC, "name")] } },
    ],
    [
      "a name that is not a contract's, beside a schemeName",
      list({ ...GENERIC, name: "../x", schemeName: "Nothing" }),
    ],
    ["a text in place of all schemes", { CustomSchemes: "xy" }],
    [
      "wrong permissions",
      list(
        without(GENERIC, "permissions"),
        { ...GENERIC, permissions: "0x10" },
        { ...GENERIC, permissions: 16 },
        { ...GENERIC, permissions: "00000010" },
        { ...GENERIC, permissions: "0x000000100" },
      ),
    ],
    ["params that are not a list", list({ ...GENERIC, params: "x" })],
    ["too few params", list({ ...GENERIC, params: [ADDRESS] })],
    [
      "params of the wrong type",
      list({ ...GENERIC, params: ["GenesisProtocolAddress", 5, ADDRESS] }),
    ],
    [
      "a voting machine that does not have the vote parameters",
      {
        VotingMachinesParams: [
          GENESIS_PROTOCOL,
          { AbsoluteVote: { votePerc: 50, voteOnBehalf: ZERO_ADDRESS } },
          { votingParamsHash: `0x${"ab".repeat(32)}` },
        ],
        CustomSchemes: [
          { ...GENERIC, params: ["GenesisProtocolAddress", { voteParams: 1 }, ADDRESS] },
          { ...GENERIC, params: [{ votingMachine: 1 }, { voteParams: 0 }, ADDRESS] },
          { ...GENERIC, params: [{ votingMachine: 3 }, { voteParams: 1 }, ADDRESS] },
          { ...GENERIC, params: [{ votingMachine: 1 }, { voteParams: 1 }, ADDRESS] },
          { ...GENERIC, params: ["AbsoluteVoteAddress", { voteParams: 2 }, ADDRESS] },
          { ...GENERIC, params: [ADDRESS, { voteParams: 1 }, ADDRESS] },
        ],
      },
    ],
    [
      "a wrong address",
      list(
        { ...GENERIC, address: 7 },
        { ...GENERIC, address: "AvatarAddress" },
        { ...GENERIC, address: { StandAloneContract: 0 } },
      ),
    ],
    ["params without setParameters", list({ ...GENERIC, isUniversal: true })],
    [
      "universal params of the wrong type",
      list({ ...UNIVERSAL, params: [7] }, { ...UNIVERSAL, params: [{ voteParams: 1 }, 5] }),
    ],
    ["no initialize", list({ name: "Wallet", fromArc: true, permissions: "0x00000001" })],
    [
      "params without an initialize",
      list({ name: "Wallet", fromArc: true, params: [1], permissions: "0x00000001" }),
    ],
    [
      "a contract that needs constructor arguments",
      list({ name: "DAOToken", fromArc: true, permissions: "0x00000001" }),
    ],
    [
      "runFunctions that are not calls",
      list(
        { ...GENERIC, runFunctions: 7 },
        { ...GENERIC, runFunctions: [7, { functionName: "foo" }] },
      ),
    ],
    ["a factory and an address", list({ ...FACTORY, address: ADDRESS })],
    [
      "the factory of another scheme",
      list({ ...FACTORY, schemeName: "ContinuousLocking4Reputation" }),
    ],
    ["the factory of a competition", list({ ...FACTORY, schemeName: "Competition" })],
    [
      "a name of its own beside a factory's contract",
      list({ ...FACTORY, schemeName: "Something" }),
    ],
    ["a factory for what no factory makes", list({ ...GENERIC, fromFactory: true })],
    ["a factory that the release lacks", list({ ...FACTORY, arcVersion: "rc.47" })],
    ["too few params for a factory", list({ ...FACTORY, params: PARAMS.slice(1) }, LOCKING)],
    ["too few vote parameters for a factory", list(numbers(NUMBERS.slice(1)))],
    [
      "vote parameters on which a factory reverts",
      list(
        numbers(NUMBERS.with(0, 49).with(5, 601).with(8, 0)),
        { ...FACTORY, params: PARAMS.with(1, 4) },
        { ...FACTORY, params: PARAMS.with(1, 3).with(2, NUMBERS.with(0, 0)) },
      ),
    ],
    ["a factory switch in quotes", list({ ...FACTORY, fromFactory: "yes" })],
    [
      "a competition, whose scheme is ContributionRewardExt",
      list({ ...FACTORY, name: "Competition", schemeName: "Competition", params: [1] }),
    ],
  ];
  itSays(import.meta.dirname, "custom-schemes.txt", CASES);
});
