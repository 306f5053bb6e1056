import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import {
  assembleOrganization,
  forgeOrganization,
  registerOrganization,
  type Organization,
} from "../../../src/engine/migration/organization.js";
import {
  registerSchemes,
  setSchemes,
  unregisterOwner,
} from "../../../src/engine/migration/register-schemes.js";
import { addressOf, listed, ScriptedDeployer } from "./scripted-deployer.js";
import { BASE, HASH } from "./step-values.js";

const PLAN = {
  orgName: "Org",
  tokenName: "Token",
  tokenSymbol: "TOK",
  founders: [{ address: addressOf(70), tokens: 1n, reputation: 2n }],
  useUController: false,
};
const FORGED = {
  reads: {
    "Avatar.nativeToken": [addressOf(11)],
    "Avatar.nativeReputation": [addressOf(12)],
    "Avatar.owner": [addressOf(13)],
  },
  events: { "DaoCreator.forgeOrg": { NewOrg: [addressOf(10)] } },
};

const addresses = ({ avatar, token, reputation, controller }: Organization) =>
  listed([avatar, token, reputation, controller].map(({ address }) => address));

async function organization(deployer: ScriptedDeployer, useUController = false, noTrack = false) {
  const release = await openArcRelease(useUController ? "rc.33" : "rc.57");
  const plan = { ...PLAN, useUController, noTrack };
  const made = await assembleOrganization(deployer, "dao", release, BASE, plan);
  return { release, made };
}

describe("the steps of a migration, by which a journal is resumed", () => {
  it("create a DAO through DaoCreator", async () => {
    const deployer = new ScriptedDeployer(FORGED);
    const release = await openArcRelease("rc.57");
    const made = await forgeOrganization(deployer, "dao", release, BASE, PLAN);
    expect(deployer.steps).to.deep.equal([
      "dao/forgeOrg: DaoCreator.forgeOrg(Org, Token, TOK, [0x70], [1], [2], 0) at 0x50, then waits",
    ]);
    expect(addresses(made)).to.equal("0x10, 0x11, 0x12, 0x13");
    expect(made.controller.artifact.contractName).to.equal("Controller");
  });

  it("create a DAO under the universal controller", async () => {
    const deployer = new ScriptedDeployer(FORGED);
    const release = await openArcRelease("rc.33");
    const plan = { ...PLAN, useUController: true };
    const made = await forgeOrganization(deployer, "dao", release, BASE, plan);
    expect(deployer.steps).to.deep.equal([
      "dao/forgeOrg: DaoCreator.forgeOrg(Org, Token, TOK, [0x70], [1], [2], 0x53, 0) at 0x50, then waits",
    ]);
    expect(made.controller.artifact.contractName).to.equal("UController");
  });

  it("assemble a DAO contract by contract", async () => {
    const deployer = new ScriptedDeployer();
    const { made } = await organization(deployer);
    expect(deployer.steps).to.deep.equal([
      "dao/DAOToken: deploy DAOToken(Token, TOK, 0)",
      "dao/Reputation: deploy Reputation()",
      "dao/Avatar: deploy Avatar(Org, 0x01, 0x02)",
      "dao/mintReputation/0: Reputation.mint(0x70, 2) at 0x02",
      "dao/mintTokens/0: DAOToken.mint(0x70, 1) at 0x01",
      "dao/Controller: deploy Controller(0x03)",
      "dao/track: DAOTracker.track(0x03, 0x04, 0.0.1-rc.57) at 0x51",
      "dao/transferOwnership/avatar: Avatar.transferOwnership(0x04) at 0x03",
      "dao/transferOwnership/reputation: Reputation.transferOwnership(0x04) at 0x02",
      "dao/transferOwnership/token: DAOToken.transferOwnership(0x04) at 0x01",
    ]);
    expect(addresses(made)).to.equal("0x03, 0x01, 0x02, 0x04");
    const untracked = new ScriptedDeployer();
    await organization(untracked, false, true);
    expect(untracked.steps).to.deep.equal(deployer.steps.filter((step) => !step.includes("track")));
  });

  it("assemble a DAO under the universal controller", async () => {
    const deployer = new ScriptedDeployer();
    await organization(deployer, true);
    expect(deployer.steps).to.deep.equal([
      "dao/DAOToken: deploy DAOToken(Token, TOK, 0)",
      "dao/Reputation: deploy Reputation()",
      "dao/Avatar: deploy Avatar(Org, 0x01, 0x02)",
      "dao/mintReputation/0: Reputation.mint(0x70, 2) at 0x02",
      "dao/mintTokens/0: DAOToken.mint(0x70, 1) at 0x01",
      "dao/track: DAOTracker.track(0x03, 0x53, 0.0.1-rc.33) at 0x51",
      "dao/transferOwnership/avatar: Avatar.transferOwnership(0x53) at 0x03",
      "dao/transferOwnership/reputation: Reputation.transferOwnership(0x53) at 0x02",
      "dao/transferOwnership/token: DAOToken.transferOwnership(0x53) at 0x01",
      "dao/newOrganization: UController.newOrganization(0x03) at 0x53",
    ]);
  });

  it("register a DAO, its schemes, and at last no longer the deploying account", async () => {
    const reads = { "DAORegistry.owner": [addressOf(99)], "DAORegistry.isRegister": [false] };
    const deployer = new ScriptedDeployer({ reads });
    const { made, release } = await organization(new ScriptedDeployer());
    await registerOrganization(deployer, "dao", release, BASE, made);
    const schemes = [1, 2].map((digit) => ({
      name: "Scheme",
      address: addressOf(20 + digit),
      arcVersion: release.version,
      permissions: `0x0000000${digit}`,
      paramsHash: HASH,
    }));
    await setSchemes(deployer, "dao", release, BASE, made, schemes);
    await registerSchemes(deployer, "dao", made, schemes);
    await unregisterOwner(deployer, "dao", made);
    expect(deployer.steps).to.deep.equal([
      "dao/registry/propose: DAORegistry.propose(0x03) at 0x52",
      "dao/registry/register: DAORegistry.register(0x03, Org) at 0x52",
      "dao/setSchemes: DaoCreator.setSchemes(0x03, [0x21, 0x22], [0xab, 0xab], [0x00000001, 0x00000002], metaData) at 0x50",
      "dao/registerScheme/0-Scheme: Controller.registerScheme(0x21, 0xab, 0x00000001, 0x03) at 0x04",
      "dao/registerScheme/1-Scheme: Controller.registerScheme(0x22, 0xab, 0x00000002, 0x03) at 0x04",
      "dao/unregisterOwner: Controller.unregisterSelf(0x03) at 0x04",
    ]);
  });
});
