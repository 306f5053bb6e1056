import { expect } from "chai";

import { deployStandAloneContracts } from "../../../src/engine/migration/deploy-stand-alone-contracts.js";
import {
  prepareCustomSchemes,
  requireCustomSchemes,
} from "../../../src/engine/migration/prepare-custom-schemes.js";
import { rejection } from "../../rejection.js";
import { addressOf, listed, ScriptedDeployer } from "./scripted-deployer.js";
import { BASE, HASH } from "./step-values.js";
import { resolved, SMALL_DAO } from "./with-base.js";

const VALUES = {
  avatar: addressOf(10),
  token: addressOf(11),
  reputation: addressOf(12),
  genesisProtocol: addressOf(54),
  absoluteVote: addressOf(55),
  voteHashes: [HASH],
};
const CALLS = {
  name: "GenericScheme",
  fromArc: true,
  params: ["GenesisProtocolAddress", { voteParams: 0 }, addressOf(81)],
  permissions: "0x0000001F",
};
const COMPETITION = {
  name: "Competition",
  fromArc: true,
  fromFactory: true,
  params: ["GenesisProtocolAddress", 1, Array.from({ length: 11 }, () => 0), addressOf(0)],
  permissions: "0x00000000",
};
const CUSTOM = {
  ...SMALL_DAO,
  StandAloneContracts: [{ name: "GenericScheme", fromArc: true }],
  CustomSchemes: [
    CALLS,
    { ...CALLS, alias: "Calls" },
    { ...CALLS, address: addressOf(92) },
    { ...CALLS, address: { StandAloneContract: 0 } },
    {
      name: "VoteInOrganizationScheme",
      fromArc: true,
      isUniversal: true,
      params: [{ voteParams: 0 }, "GenesisProtocolAddress"],
      permissions: "0x00000010",
    },
    {
      name: "ReputationAdmin",
      fromArc: true,
      params: [0, 1, 2],
      permissions: "0x00000000",
      runFunctions: [{ functionName: "transferOwnership", params: ["AvatarAddress"] }],
    },
    { name: "Wallet", fromArc: true, permissions: "0x00000000" },
    COMPETITION,
    { ...COMPETITION, schemeName: "Competition", arcVersion: "rc.56" },
  ],
};
describe("the steps for contracts and custom schemes, by which a journal is resumed", () => {
  it("deploy stand-alone contracts with their calls, and leave those that are there", async () => {
    const { parameters, artifacts } = await resolved(
      {
        StandAloneContracts: [
          { name: "Wallet", alias: "Safe", fromArc: true },
          { name: "ContributionRewardExt", fromArc: true },
          { name: "Competition", fromArc: true, params: [{ StandAloneContract: 1 }] },
          {
            name: "DAOToken",
            fromArc: true,
            constructor: true,
            params: ["Gem", "GEM", 5],
            runFunctions: [
              { functionName: "transferOwnership", params: ["AvatarAddress"] },
              { functionName: "approve", params: [{ StandAloneContract: 3 }, 1] },
            ],
          },
          { name: "Reputation", fromArc: true, constructor: true },
        ],
      },
      "rc.57",
    );
    const deployer = new ScriptedDeployer();
    const there = { name: "Wallet", address: addressOf(90), arcVersion: "0.0.1-rc.43" };
    const results = await deployStandAloneContracts(
      deployer,
      "dao",
      artifacts,
      parameters.standAloneContracts,
      VALUES,
      (index) => (index === 0 ? there : undefined),
    );
    expect(deployer.steps).to.deep.equal([
      "dao/standAlone/1-ContributionRewardExt/deploy: deploy ContributionRewardExt()",
      "dao/standAlone/2-Competition/deploy: deploy Competition()",
      "dao/standAlone/2-Competition/initialize: Competition.initialize(0x01) at 0x02",
      "dao/standAlone/3-DAOToken/deploy: deploy DAOToken(Gem, GEM, 5)",
      "dao/standAlone/3-DAOToken/run/0-transferOwnership: DAOToken.transferOwnership(0x10) at 0x03",
      "dao/standAlone/3-DAOToken/run/1-approve: DAOToken.approve(0x03, 1) at 0x03",
      "dao/standAlone/4-Reputation/deploy: deploy Reputation()",
    ]);
    expect(results[0]).to.equal(there);
    expect(results.slice(1).map((each) => listed(Object.values(each)))).to.deep.equal([
      "ContributionRewardExt, 0x01, 0.0.1-rc.57",
      "Competition, 0x02, 0.0.1-rc.57",
      "DAOToken, 0x03, 0.0.1-rc.57",
      "Reputation, 0x04, 0.0.1-rc.57",
    ]);
    const all = await deployStandAloneContracts(
      new ScriptedDeployer(),
      "dao",
      artifacts,
      parameters.standAloneContracts.slice(0, 1),
      VALUES,
    );
    expect(all).to.deep.equal([
      { name: "Wallet", alias: "Safe", address: addressOf(1), arcVersion: "0.0.1-rc.57" },
    ]);
  });

  it("prepare custom schemes: deployed, found, universal, or made by a factory", async () => {
    const { parameters, artifacts } = await resolved(CUSTOM, "rc.57");
    const deployer = new ScriptedDeployer({
      reads: { "VoteInOrganizationScheme.setParameters": [HASH] },
      events: {
        "CompetitionFactory.createCompetition": {
          NewCompetition: [addressOf(95), addressOf(96)],
        },
      },
    });
    const kept = {
      name: "GenericScheme",
      address: addressOf(91),
      arcVersion: "0.0.1-rc.57",
      permissions: "0x00000010",
      paramsHash: HASH,
    };
    const { schemes, companions } = await prepareCustomSchemes(
      {
        deployer,
        step: "dao",
        artifacts,
        base: BASE,
        values: { ...VALUES, standAloneAddresses: [addressOf(82)] },
        kept: (index) => (index === 0 ? kept : undefined),
      },
      parameters.customSchemes,
    );
    expect(deployer.steps).to.deep.equal([
      "dao/customSchemes/1-GenericScheme/deploy: deploy GenericScheme()",
      "dao/customSchemes/1-GenericScheme/initialize: GenericScheme.initialize(0x10, 0x54, 0xab, 0x81) at 0x01",
      "dao/customSchemes/2-GenericScheme/initialize: GenericScheme.initialize(0x10, 0x54, 0xab, 0x81) at 0x92",
      "dao/customSchemes/3-GenericScheme/initialize: GenericScheme.initialize(0x10, 0x54, 0xab, 0x81) at 0x82",
      "dao/customSchemes/4-VoteInOrganizationScheme/deploy: deploy VoteInOrganizationScheme()",
      "dao/customSchemes/4-VoteInOrganizationScheme/setParameters: VoteInOrganizationScheme.setParameters(0xab, 0x54) at 0x02",
      "dao/customSchemes/5-ReputationAdmin/deploy: deploy ReputationAdmin()",
      "dao/customSchemes/5-ReputationAdmin/initialize: ReputationAdmin.initialize(0x10, 0, 1, 2) at 0x03",
      "dao/customSchemes/5-ReputationAdmin/run/0-transferOwnership: ReputationAdmin.transferOwnership(0x10) at 0x03",
      "dao/customSchemes/6-Wallet/deploy: deploy Wallet()",
      "dao/customSchemes/7-ContributionRewardExt/create: CompetitionFactory.createCompetition(0x10, 0x54, 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0x00) at 0x60, then waits",
      "dao/customSchemes/8-ContributionRewardExt/factory: deploy CompetitionFactory()",
      "dao/customSchemes/8-ContributionRewardExt/create: CompetitionFactory.createCompetition(0x10, 0x54, 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0x00) at 0x05, then waits",
    ]);
    expect(schemes[0]).to.equal(kept);
    expect(schemes.slice(1).map((each) => listed(Object.values(each)))).to.deep.equal([
      "GenericScheme, Calls, 0x01, 0.0.1-rc.57, 0x0000001f, 0x00",
      "GenericScheme, 0x92, 0.0.1-rc.57, 0x0000001f, 0x00",
      "GenericScheme, 0x82, 0.0.1-rc.57, 0x0000001f, 0x00",
      "VoteInOrganizationScheme, 0x02, 0.0.1-rc.57, 0x00000010, 0xab",
      "ReputationAdmin, 0x03, 0.0.1-rc.57, 0x00000000, 0x00",
      "Wallet, 0x04, 0.0.1-rc.57, 0x00000000, 0x00",
      "ContributionRewardExt, 0x96, 0.0.1-rc.57, 0x00000000, 0x00",
      "ContributionRewardExt, 0x96, 0.0.1-rc.56, 0x00000000, 0x00",
    ]);
    expect(companions.map((each) => listed(Object.values(each)))).to.deep.equal([
      "Competition, 0x95, 0.0.1-rc.57",
      "Competition, 0x95, 0.0.1-rc.56",
    ]);
  });

  it("begin only if there is a contract at every custom scheme's address", async () => {
    const { parameters } = await resolved(CUSTOM, "rc.57");
    await requireCustomSchemes(new ScriptedDeployer({ code: "0x00" }), BASE, parameters);
    const error = await rejection(requireCustomSchemes(new ScriptedDeployer(), BASE, parameters));
    expect(error.message).to.equal(
      `Custom scheme GenericScheme: there is no contract at ${addressOf(92)} on this chain. Correct the address, or omit it to have the scheme deployed.`,
    );
  });

  it("include none for a scheme that no factory makes", async () => {
    const { parameters, artifacts } = await resolved(CUSTOM, "rc.57");
    const [scheme] = parameters.customSchemes;
    const deployer = new ScriptedDeployer();
    const values = { ...VALUES, standAloneAddresses: [] };
    const error = await rejection(
      prepareCustomSchemes({ deployer, step: "dao", artifacts, base: BASE, values }, [
        { ...scheme!, fromFactory: true },
      ]),
    );
    expect(error.message).to.equal(
      "No Arc factory creates GenericScheme: fromFactory works for GenericSchemeMultiCall, ContinuousLocking4Reputation, ContributionRewardExt.",
    );
    expect(deployer.steps).to.deep.equal([]);
  });
});
