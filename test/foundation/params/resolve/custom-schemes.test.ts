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
  });

  it("need a name in the list form, or a schemeName", async () => {
    const { name, ...nameless } = GENERIC;
    const { parameters } = await resolve(withSchemes({ ...nameless, schemeName: name }));
    expect(parameters.customSchemes[0]?.name).to.equal(name);
    expect(places(await mistakesOf(withSchemes(nameless)))).to.deep.equal([
      "CustomSchemes[0].name",
    ]);
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
  });
});
