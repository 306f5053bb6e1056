import { expect } from "chai";

import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import {
  ADDRESS,
  GENESIS_PROTOCOL,
  mistakesOf,
  places,
  resolve,
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
const NUMBERS = [50, 1800, 600, 600, 2000, 300, 0, 1, "100000000000000000000", 10, 0];
const FACTORY = {
  schemeName: "GenericSchemeMultiCall",
  name: "GenericSchemeMultiCall",
  fromArc: true,
  fromFactory: true,
  params: ["GenesisProtocolAddress", 0, NUMBERS, ZERO_ADDRESS, [ADDRESS], true, "hash"],
  permissions: "0x00000010",
};
const withSchemes = (...CustomSchemes: unknown[]) => ({ ...VOTES, CustomSchemes });

describe("custom schemes", () => {
  it("are taken from the list form", async () => {
    const { parameters, warnings } = await resolve(withSchemes({ ...GENERIC, alias: "Calls" }));
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
    const issues = await mistakesOf({
      ...VOTES,
      CustomSchemes: { "My calls": [nameless], GenericScheme: { ...nameless, permissions: 16 } },
    });
    expect(places(issues)).to.deep.equal([
      'CustomSchemes["My calls"][0]',
      "CustomSchemes.GenericScheme.permissions",
    ]);
  });

  it("need a name in the list form, or a schemeName", async () => {
    const { name, ...nameless } = GENERIC;
    const { parameters } = await resolve(withSchemes({ ...nameless, schemeName: name }));
    expect(parameters.customSchemes[0]?.name).to.equal(name);
    expect(places(await mistakesOf(withSchemes(nameless)))).to.deep.equal([
      "CustomSchemes[0].name",
    ]);
  });

  it("need permissions of 4 bytes", async () => {
    for (const permissions of ["0x10", "00000010", "0x000000100", 16, undefined]) {
      const issues = await mistakesOf(withSchemes({ ...GENERIC, permissions }));
      expect(places(issues), String(permissions)).to.deep.equal(["CustomSchemes[0].permissions"]);
    }
  });

  it("take params in setParameters if they are universal", async () => {
    const scheme = {
      name: "VoteInOrganizationScheme",
      fromArc: true,
      isUniversal: true,
      params: [{ voteParams: 0 }, "GenesisProtocolAddress"],
      permissions: "0x00000010",
    };
    const { parameters } = await resolve(withSchemes(scheme));
    expect(parameters.customSchemes[0]?.abi).to.include({ name: "setParameters" });
    const issues = await mistakesOf(
      withSchemes({ ...scheme, params: [{ voteParams: 1 }, 5] }, { ...GENERIC, isUniversal: true }),
    );
    expect(places(issues)).to.deep.equal([
      "CustomSchemes[0].params[0]",
      "CustomSchemes[0].params[1]",
      "CustomSchemes[1].name",
    ]);
    expect(issues[2]?.message).to.include("no function setParameters");
  });

  it("refuse params that initialize does not take after the avatar", async () => {
    const [issue] = await mistakesOf(withSchemes({ ...GENERIC, params: [ADDRESS] }));
    expect(issue?.path).to.equal("CustomSchemes[0].params");
    expect(issue?.wanted)
      .to.include("initialize(address _avatar")
      .and.to.include("avatar comes first");
  });

  it("may be at an address, or be a stand-alone contract", async () => {
    const standAlone = { StandAloneContracts: [{ name: "GenericScheme", fromArc: true }] };
    const raw = withSchemes(
      { ...GENERIC, address: ADDRESS.toLowerCase() },
      { ...GENERIC, address: { StandAloneContract: 0 } },
    );
    const { parameters } = await resolve({ ...raw, ...standAlone });
    expect(parameters.customSchemes.map(({ address }) => address)).to.deep.equal([
      ADDRESS,
      { standAloneContract: 0 },
    ]);
    const issues = await mistakesOf(
      withSchemes(
        { ...GENERIC, address: { StandAloneContract: 0 } },
        { ...GENERIC, address: "AvatarAddress" },
        { ...GENERIC, address: 7 },
      ),
    );
    expect(places(issues)).to.deep.equal([0, 1, 2].map((i) => `CustomSchemes[${i}].address`));
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
        withSchemes(
          { ...scheme, name: "Bare" },
          { ...at, name: "Interface" },
          { ...at, name: "Built" },
        ),
        { customAbis },
      );
      expect(parameters.customSchemes).to.have.length(3);
      const issues = await mistakesOf(
        withSchemes(
          { ...scheme, name: "Interface" },
          { ...scheme, name: "Built" },
          { ...scheme, name: "None" },
        ),
        { customAbis },
      );
      expect(places(issues)).to.deep.equal([0, 1, 2].map((i) => `CustomSchemes[${i}].name`));
    });
  });

  it("without an initialize are registered as they are, with a warning", async () => {
    await withCustomAbis({ Plain: [fn("initialise")] }, async (customAbis) => {
      const scheme = { name: "Plain", permissions: "0x00000001" };
      const { parameters, warnings } = await resolve(withSchemes(scheme), { customAbis });
      expect(parameters.customSchemes[0])
        .to.deep.include({ args: [] })
        .and.not.have.property("abi");
      expect(places(warnings)).to.deep.equal(["CustomSchemes[0].name"]);
      const issues = await mistakesOf(withSchemes({ ...scheme, params: [1] }), { customAbis });
      expect(places(issues)).to.deep.equal(["CustomSchemes[0].name"]);
      expect(issues[0]?.wanted).to.include("initialise()");
    });
  });

  it("have functions called on them", async () => {
    const { parameters } = await resolve(
      withSchemes({
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
      const { parameters, warnings } = await resolve(withSchemes(FACTORY));
      const [scheme] = parameters.customSchemes;
      expect(scheme?.abi).to.include({ name: "createGenericSchemeMultiCallSimple" });
      expect(scheme?.args[2]).to.deep.equal(NUMBERS.map(BigInt));
      expect(warnings).to.deep.equal([]);
    });

    it("are ContributionRewardExt if the competition is named", async () => {
      const params = ["GenesisProtocolAddress", 1, NUMBERS.map(() => 0), ZERO_ADDRESS];
      for (const names of [
        { name: "ContributionRewardExt", schemeName: "ContributionRewardExt" },
        { name: "Competition" },
      ]) {
        const { parameters } = await resolve(
          withSchemes({ ...FACTORY, schemeName: undefined, ...names, params }),
        );
        expect(parameters.customSchemes[0]).to.include({ name: "ContributionRewardExt" });
        expect(parameters.customSchemes[0]?.abi).to.include({ name: "createCompetition" });
      }
    });

    it("refuse vote parameters that the factory or GenesisProtocol would revert on", async () => {
      const numbers = NUMBERS.with(0, 49).with(8, 0);
      const issues = await mistakesOf(
        withSchemes(
          { ...FACTORY, params: FACTORY.params.with(2, numbers) },
          { ...FACTORY, params: FACTORY.params.with(1, 4) },
        ),
      );
      expect(places(issues)).to.deep.equal([
        "CustomSchemes[0].params[2][0]",
        "CustomSchemes[0].params[2][8]",
        "CustomSchemes[1].params[1]",
      ]);
      expect(issues[0]?.wanted).to.include("queuedVoteRequiredPercentage");
    });

    it("refuse other arguments, an address, and a release or scheme without a factory", async () => {
      const issues = await mistakesOf(
        withSchemes(
          { ...FACTORY, params: FACTORY.params.slice(1) },
          { ...FACTORY, params: FACTORY.params.with(2, NUMBERS.slice(1)) },
          { ...FACTORY, address: ADDRESS },
          { ...FACTORY, arcVersion: "rc.47" },
          { ...GENERIC, fromFactory: true },
          { ...FACTORY, schemeName: "ContinuousLocking4Reputation" },
          { ...FACTORY, fromFactory: "yes" },
        ),
      );
      expect(places(issues)).to.include.members([
        "CustomSchemes[0].params",
        "CustomSchemes[1].params[2]",
        "CustomSchemes[2].address",
        "CustomSchemes[3].fromFactory",
        "CustomSchemes[4].fromFactory",
        "CustomSchemes[5].name",
        "CustomSchemes[6].fromFactory",
      ]);
      expect(issues[0]?.wanted).to.include("createGenericSchemeMultiCallSimple(address _avatar");
    });
  });

  it("are refused if they are neither a list nor a mapping", async () => {
    expect(places(await mistakesOf({ CustomSchemes: 7 }))).to.deep.equal(["CustomSchemes"]);
    expect(places(await mistakesOf(withSchemes("GenericScheme")))).to.deep.equal([
      "CustomSchemes[0]",
    ]);
    expect(places(await mistakesOf({ CustomSchemes: { GenericScheme: 7 } }))).to.deep.equal([
      "CustomSchemes.GenericScheme",
    ]);
  });
});
