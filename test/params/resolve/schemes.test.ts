import { expect } from "chai";

import { ADDRESS, GENESIS_PROTOCOL, mistakesOf, places, resolve } from "../support.js";

const VOTES = { VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL] };

describe("built-in schemes", () => {
  it("are those that are switched on, with what their sections say", async () => {
    const { parameters, warnings } = await resolve({
      ...VOTES,
      schemes: {
        SchemeRegistrar: true,
        ContributionReward: true,
        GenericScheme: true,
        GlobalConstraintRegistrar: true,
        UpgradeScheme: false,
      },
      SchemeRegistrar: { voteRegisterParams: 1 },
      ContributionReward: [{ voteParams: 1, votingMachine: ADDRESS.toLowerCase() }],
      GenericScheme: [{ targetContract: ADDRESS, voteParams: "1" }, { targetContract: ADDRESS }],
      GlobalConstraintRegistrar: {},
    });
    expect(parameters.schemes).to.deep.equal({
      SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 0 }],
      ContributionReward: [{ voteParams: 1, votingMachine: ADDRESS }],
      GenericScheme: [
        { voteParams: 1, targetContract: ADDRESS },
        { voteParams: 0, targetContract: ADDRESS },
      ],
      GlobalConstraintRegistrar: [{ voteParams: 0 }],
      UpgradeScheme: [],
    });
    expect(warnings).to.deep.equal([]);
  });

  it("get the defaults without a section, with a warning", async () => {
    for (const section of [{}, { UpgradeScheme: [] }]) {
      const raw = { ...VOTES, schemes: { UpgradeScheme: true }, ...section };
      const { parameters, warnings } = await resolve(raw);
      expect(parameters.schemes.UpgradeScheme).to.deep.equal([{ voteParams: 0 }]);
      expect(places(warnings)).to.deep.equal(["UpgradeScheme"]);
    }
  });

  it("need a target for GenericScheme, also without a section", async () => {
    const raw = { ...VOTES, schemes: { GenericScheme: true } };
    expect(places(await mistakesOf(raw))).to.deep.equal(["GenericScheme.targetContract"]);
    expect(places(await mistakesOf({ ...raw, GenericScheme: [{}] }))).to.deep.equal([
      "GenericScheme[0].targetContract",
    ]);
  });

  it("may have a stand-alone contract as the target", async () => {
    const raw = {
      ...VOTES,
      schemes: { GenericScheme: true },
      GenericScheme: { targetContract: { StandAloneContract: 0 } },
    };
    const standAlone = { StandAloneContracts: [{ name: "ActionMock", fromArc: true }] };
    const { parameters } = await resolve({ ...raw, ...standAlone });
    expect(parameters.schemes.GenericScheme[0]?.targetContract).to.deep.equal({
      standAloneContract: 0,
    });
    expect(places(await mistakesOf(raw))).to.deep.equal(["GenericScheme.targetContract"]);
  });

  it("warn of a section whose scheme is switched off or not named", async () => {
    const raw = { schemes: { UpgradeScheme: false }, UpgradeScheme: {}, ContributionReward: [{}] };
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.schemes.UpgradeScheme).to.deep.equal([]);
    expect(places(warnings)).to.have.members(["UpgradeScheme", "ContributionReward"]);
  });

  it("refuse an index of VotingMachinesParams that is out of range", async () => {
    const issues = await mistakesOf({
      ...VOTES,
      schemes: { SchemeRegistrar: true, ContributionReward: true },
      SchemeRegistrar: { voteRegisterParams: 2, voteRemoveParams: 7 },
      ContributionReward: [{ voteParams: 2 }],
    });
    expect(places(issues)).to.have.members([
      "SchemeRegistrar.voteRegisterParams",
      "SchemeRegistrar.voteRemoveParams",
      "ContributionReward[0].voteParams",
    ]);
    expect(issues[0]?.wanted).to.include("0 to 1");
  });

  it("refuse a scheme that needs vote parameters if there are none", async () => {
    const raw = { schemes: { ContributionReward: true }, ContributionReward: [{}] };
    const [issue] = await mistakesOf(raw);
    expect(issue?.path).to.equal("ContributionReward[0]");
    expect(issue?.message).to.include("VotingMachinesParams is empty");
  });

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
    const [unknown] = await mistakesOf({ schemes: { Nobodys: true } });
    expect(unknown?.wanted).to.include(
      '{"Nobodys":[{"params":[],"permissions":"4 bytes of hex"}]}',
    );
    const { warnings } = await resolve({ schemes: { ReputationFromToken: false } });
    expect(places(warnings)).to.deep.equal(["schemes.ReputationFromToken"]);
    const [misspelt] = await mistakesOf({ schemes: { contributionReward: false } });
    expect(misspelt?.wanted).to.include("ContributionReward");
  });

  it("refuse a switch that is not true or false", async () => {
    expect(places(await mistakesOf({ schemes: { UpgradeScheme: "true" } }))).to.deep.equal([
      "schemes.UpgradeScheme",
    ]);
    expect(places(await mistakesOf({ schemes: ["UpgradeScheme"] }))).to.deep.equal(["schemes"]);
  });

  it("ignore voteParams in SchemeRegistrar, which real files contain", async () => {
    const { parameters, warnings } = await resolve({
      ...VOTES,
      schemes: { SchemeRegistrar: true },
      SchemeRegistrar: { voteParams: 1 },
    });
    expect(parameters.schemes.SchemeRegistrar).to.deep.equal([
      { voteRegisterParams: 0, voteRemoveParams: 0 },
    ]);
    expect(places(warnings)).to.deep.equal(["SchemeRegistrar.voteParams"]);
    expect(warnings[0]?.wanted).to.include("voteRegisterParams and voteRemoveParams");
  });

  it("warn of two entries for one universal contract, of which the last one counts", async () => {
    const raw = { ...VOTES, schemes: { ContributionReward: true }, ContributionReward: [{}, {}] };
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.schemes.ContributionReward).to.have.length(2);
    expect(places(warnings)).to.deep.equal(["ContributionReward"]);
  });

  it("treat UGenericScheme as GenericScheme, with a warning", async () => {
    const raw = {
      ...VOTES,
      schemes: { UGenericScheme: true, GenericScheme: false },
      UGenericScheme: [{ targetContract: ADDRESS }],
    };
    for (const arcVersion of ["rc.33", "rc.57"]) {
      const { parameters, warnings } = await resolve({ ...raw, arcVersion });
      expect(parameters.schemes.GenericScheme).to.deep.equal([
        { voteParams: 0, targetContract: ADDRESS },
      ]);
      expect(places(warnings)).to.deep.equal(["schemes.UGenericScheme"]);
    }
    const both = { ...raw, schemes: { UGenericScheme: true, GenericScheme: true } };
    expect(places(await mistakesOf(both))).to.deep.equal(["schemes.UGenericScheme"]);
  });

  it("refuse a scheme that the release does not have", async () => {
    const [issue] = await mistakesOf({
      ...VOTES,
      arcVersion: "alpha.44",
      schemes: { GenericScheme: true },
      GenericScheme: { targetContract: ADDRESS },
    });
    expect(issue?.path).to.equal("schemes.GenericScheme");
    expect(issue?.message).to.include("0.0.0-alpha.44");
  });
});
