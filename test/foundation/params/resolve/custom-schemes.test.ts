import { expect } from "chai";

import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import {
  ADDRESS,
  GENESIS_PROTOCOL,
  itSays,
  mistakesOf,
  places,
  resolve,
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

describe("custom schemes", () => {
  it("are taken from the list form", async () => {
    const { parameters, warnings } = await resolve(list({ ...GENERIC, alias: "Calls" }));
    const [scheme] = parameters.customSchemes;
    expect(scheme).to.deep.include({
      name: "GenericScheme",
      alias: "Calls",
      fromArc: true,
      fromFactory: false,
      isUniversal: false,
      args: [{ address: "GenesisProtocolAddress" }, { voteParams: 0 }, ADDRESS],
      permissions: "0x00000010",
      runFunctions: [],
    });
    expect(scheme?.abi?.inputs).to.have.length(4);
    expect(warnings).to.deep.equal([]);
  });

  it("are taken from the mapping form, with the key as name unless there is one", async () => {
    const nameless = without(GENERIC, "name");
    const { parameters } = await resolve({
      ...VOTES,
      CustomSchemes: { GenericScheme: [nameless, nameless], "My calls": GENERIC },
    });
    expect(parameters.customSchemes.map(({ name }) => name)).to.deep.equal([
      "GenericScheme",
      "GenericScheme",
      "GenericScheme",
    ]);
  });

  it("need a name in the list form, or a schemeName", async () => {
    const { name, ...nameless } = GENERIC;
    const { parameters } = await resolve(list({ ...nameless, schemeName: name }));
    expect(parameters.customSchemes[0]?.name).to.equal(name);
    expect(places(await mistakesOf(list(nameless)))).to.deep.equal(["CustomSchemes[0].name"]);
  });

  it("take params in setParameters if they are universal", async () => {
    const scheme = {
      name: "VoteInOrganizationScheme",
      fromArc: true,
      isUniversal: true,
      params: [{ voteParams: 0 }, "GenesisProtocolAddress"],
      permissions: "0x00000010",
    };
    const { parameters } = await resolve(list(scheme));
    expect(parameters.customSchemes[0]?.abi).to.include({ name: "setParameters" });
  });

  it("may be at an address, or be a stand-alone contract", async () => {
    const standAlone = { StandAloneContracts: [{ name: "GenericScheme", fromArc: true }] };
    const raw = list(
      { ...GENERIC, address: ADDRESS.toLowerCase() },
      { ...GENERIC, address: { StandAloneContract: 0 } },
    );
    const { parameters } = await resolve({ ...raw, ...standAlone });
    expect(parameters.customSchemes.map(({ address }) => address)).to.deep.equal([
      ADDRESS,
      { standAloneContract: 0 },
    ]);
  });

  it("from custom-abis need bytecode and a bare constructor, but not at an address", async () => {
    const abi = [fn("initialize", "address avatar")];
    const files = {
      Bare: abi,
      Interface: JSON.stringify({ contractName: "Interface", abi }),
      Built: [...abi, constructorOf("uint256")],
    };
    await withCustomAbis(files, async (customAbis) => {
      const scheme = { fromArc: false, permissions: "0x00000001" };
      const at = { ...scheme, address: ADDRESS };
      const { parameters } = await resolve(
        list({ ...scheme, name: "Bare" }, { ...at, name: "Interface" }, { ...at, name: "Built" }),
        { customAbis },
      );
      expect(parameters.customSchemes).to.have.length(3);
      const issues = await mistakesOf(
        list(
          { ...scheme, name: "Interface" },
          { ...scheme, name: "Built" },
          { ...scheme, name: "None" },
        ),
        { customAbis },
      );
      expect(places(issues)).to.deep.equal([0, 1, 2].map((i) => `CustomSchemes[${i}].name`));
    });
  });

  it("have functions called on them", async () => {
    const { parameters } = await resolve(
      list({
        name: "ReputationAdmin",
        fromArc: true,
        params: [0, 1614764214000, 0],
        permissions: "0x00000000",
        runFunctions: [{ functionName: "transferOwnership", params: [ADDRESS] }],
      }),
    );
    expect(parameters.customSchemes[0]?.args).to.deep.equal([0n, 1614764214000n, 0n]);
    expect(parameters.customSchemes[0]?.runFunctions[0]?.args).to.deep.equal([ADDRESS]);
  });

  describe("made by a factory", () => {
    it("take its arguments after the avatar, vote parameters as a list of numbers", async () => {
      const { parameters, warnings } = await resolve(list(FACTORY));
      const [scheme] = parameters.customSchemes;
      expect(scheme?.abi).to.include({ name: "createGenericSchemeMultiCallSimple" });
      expect(scheme?.args[2]).to.deep.equal(NUMBERS.map((each) => BigInt(each as number)));
      expect(warnings).to.deep.equal([]);
    });

    it("are ContributionRewardExt if the competition is named", async () => {
      const params = ["GenesisProtocolAddress", 1, NUMBERS.map(() => 0), ZERO_ADDRESS];
      for (const names of [
        { name: "ContributionRewardExt", schemeName: "ContributionRewardExt" },
        { name: "Competition" },
      ]) {
        const { parameters } = await resolve(
          list({ ...FACTORY, schemeName: undefined, ...names, params }),
        );
        expect(parameters.customSchemes[0]).to.include({ name: "ContributionRewardExt" });
        expect(parameters.customSchemes[0]?.abi).to.include({ name: "createCompetition" });
      }
    });
  });
});

describe("what is said about custom schemes", () => {
  const CASES: SaidCase[] = [
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
