import { expect } from "chai";

import {
  ADDRESS,
  GENESIS_PROTOCOL,
  itSays,
  mistakesOf,
  OTHER_ADDRESS,
  places,
  type SaidCase,
  ZERO_ADDRESS,
} from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL] };
const ABSOLUTE = { AbsoluteVote: { votePerc: 50, voteOnBehalf: ZERO_ADDRESS } };
const ONE = [{ targetContract: ADDRESS }];
const OTHER = [{ targetContract: OTHER_ADDRESS }];
const LONG = "x".repeat(70);

describe("built-in schemes", () => {
  it("refuse a scheme other than the five, and say where it belongs", async () => {
    const [issue] = await mistakesOf({ schemes: { ReputationFromToken: true } });
    expect(issue?.path).to.equal("schemes.ReputationFromToken");
    expect(issue?.wanted).to.include("CustomSchemes");
    // The suggested entry is refused until its values are filled in.
    const entry = JSON.parse(issue?.wanted.split(", as ")[1] ?? "") as Record<string, object[]>;
    expect(Object.keys(entry)).to.deep.equal(["ReputationFromToken"]);
    expect(entry.ReputationFromToken?.[0]).to.deep.include({ fromArc: true });
    const pasted = places(await mistakesOf({ CustomSchemes: entry }));
    expect(pasted).to.include("CustomSchemes.ReputationFromToken[0].permissions");
    expect(pasted).to.include("CustomSchemes.ReputationFromToken[0].params[0]");
  });
});

describe("what is said about built-in schemes", () => {
  const CASES: SaidCase[] = [
    [
      "all but one, with sections",
      {
        ...VOTES,
        schemes: {
          ...{ SchemeRegistrar: true, ContributionReward: true, GenericScheme: true },
          ...{ GlobalConstraintRegistrar: true, UpgradeScheme: false },
        },
        SchemeRegistrar: { voteRegisterParams: 1 },
        ContributionReward: [{ voteParams: 1, votingMachine: ADDRESS.toLowerCase() }],
        GenericScheme: [{ targetContract: ADDRESS, voteParams: "1" }, { targetContract: ADDRESS }],
        GlobalConstraintRegistrar: {},
      },
    ],
    [
      "the older name, with the new one off",
      {
        ...VOTES,
        schemes: { UGenericScheme: true, GenericScheme: false },
        UGenericScheme: ONE,
      },
      "rc.33",
    ],
    ["a list in place of switches", { schemes: ["UpgradeScheme"] }],
    ["a switch in quotes", { schemes: { UpgradeScheme: "true" } }],
    ["the older name", { ...VOTES, schemes: { UGenericScheme: true }, UGenericScheme: ONE }],
    [
      "the older name beside the new one",
      { ...VOTES, schemes: { UGenericScheme: true, GenericScheme: true }, UGenericScheme: ONE },
    ],
    [
      "both sections, with the older switch",
      { ...VOTES, schemes: { UGenericScheme: true }, UGenericScheme: ONE, GenericScheme: OTHER },
    ],
    [
      "both sections, with the new switch",
      { ...VOTES, schemes: { GenericScheme: true }, UGenericScheme: ONE, GenericScheme: OTHER },
    ],
    [
      "the older name in a release without the new one",
      {
        ...VOTES,
        schemes: { UGenericScheme: true, UpgradeScheme: true },
        UGenericScheme: ONE,
        UpgradeScheme: {},
      },
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
    ],
    [
      "a scheme that the release lacks",
      {
        ...VOTES,
        schemes: { GenericScheme: true, UpgradeScheme: true },
        UpgradeScheme: {},
        GenericScheme: OTHER,
      },
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
    ],
    ["a GenericScheme without a section", { ...VOTES, schemes: { GenericScheme: true } }],
    [
      "a GenericScheme without a target",
      { ...VOTES, schemes: { GenericScheme: true }, GenericScheme: [{}] },
    ],
    ["a scheme without a section", { ...VOTES, schemes: { UpgradeScheme: true } }],
    ["an empty section", { ...VOTES, schemes: { UpgradeScheme: true }, UpgradeScheme: [] }],
    [
      "two entries for one universal contract",
      { ...VOTES, schemes: { ContributionReward: true }, ContributionReward: [{}, {}] },
    ],
    [
      "two entries for a universal GenericScheme",
      { ...VOTES, schemes: { GenericScheme: true }, GenericScheme: [...ONE, ...ONE] },
      "rc.33",
    ],
    ["a long name that is no scheme, switched off", { schemes: { [LONG]: false } }],
    ["a long name that is no scheme, switched on", { schemes: { [LONG]: true } }],
    ["a misspelled scheme", { schemes: { contributionReward: false } }],
    ["a scheme that belongs in CustomSchemes", { schemes: { ReputationFromToken: true } }],
    ["a contract without initialize", { schemes: { Wallet: true } }],
    [
      "a SchemeRegistrar of two voting machines",
      {
        VotingMachinesParams: [GENESIS_PROTOCOL, ABSOLUTE],
        schemes: { SchemeRegistrar: true },
        SchemeRegistrar: { voteRemoveParams: 1 },
      },
    ],
    [
      "voteParams of a SchemeRegistrar",
      { ...VOTES, schemes: { SchemeRegistrar: true }, SchemeRegistrar: { voteParams: 1 } },
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
    ],
    [
      "an index into no vote parameters",
      {
        schemes: { SchemeRegistrar: true, ContributionReward: true, GenericScheme: true },
        SchemeRegistrar: { voteRegisterParams: 1 },
        ContributionReward: [{}],
        GenericScheme: 7,
      },
    ],
    [
      "a wrong voting machine, and a key without a meaning",
      {
        ...VOTES,
        schemes: { GenericScheme: true },
        GenericScheme: { votingMachine: "0x", targetContract: ADDRESS, colour: 1 },
      },
    ],
  ];
  itSays(import.meta.dirname, "schemes.txt", CASES);
});

describe("what a reference to a contract becomes, and what is said about it", () => {
  const target = (targetContract: unknown) => ({
    ...{ ...VOTES, schemes: { GenericScheme: true }, GenericScheme: [{ targetContract }] },
    StandAloneContracts: [{ name: "ActionMock" }],
  });
  const CASES: SaidCase[] = [
    ["an address", target(ADDRESS.toLowerCase())],
    ["a place", target({ StandAloneContract: 0 })],
    ["a place in hex", target({ StandAloneContract: "0x0" })],
    ["nothing", target(undefined)],
    ["a number", target(7)],
    ["a list", target([ADDRESS])],
    ["null", target(null)],
    ["no index", target({})],
    ["a misspelled key", target({ StandAloneContrakt: 0 })],
    ["two keys", target({ StandAloneContract: 0, name: "ActionMock" })],
    ["a name", target({ StandAloneContract: { name: "ActionMock" } })],
    ["an index beyond every list", target({ StandAloneContract: 2n ** 53n })],
    ["the largest index", target({ StandAloneContract: 2 ** 53 - 1 })],
  ];
  itSays(import.meta.dirname, "references.txt", CASES);
});
