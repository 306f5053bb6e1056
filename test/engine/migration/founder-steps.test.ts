import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import {
  forgeOrganization,
  organizationResult,
} from "../../../src/engine/migration/organization.js";
import { addressOf, listed, ScriptedDeployer } from "./scripted-deployer.js";
import { BASE } from "./step-values.js";

const REPLIES = {
  reads: {
    "Avatar.nativeToken": [addressOf(11)],
    "Avatar.nativeReputation": [addressOf(12)],
    "Avatar.owner": [addressOf(13)],
  },
  events: { "DaoCreator.forgeOrg": { NewOrg: [addressOf(10)] } },
};

describe("the steps for founders, by which a journal is resumed", () => {
  it("add those who do not fit in the first transaction, also for the length of the names", async () => {
    const release = await openArcRelease("rc.57");
    const founders = Array.from({ length: 21 }, (_, index) => ({
      address: addressOf(index + 21),
      tokens: BigInt(index),
      reputation: 1n,
    }));
    const stepsWith = async (orgName: string) => {
      const deployer = new ScriptedDeployer(REPLIES);
      const plan = { orgName, tokenName: "T", tokenSymbol: "S", founders, useUController: false };
      await forgeOrganization(deployer, "dao", release, BASE, plan);
      return deployer.steps.slice(1);
    };
    expect(await stepsWith("O")).to.deep.equal([
      "dao/addFounders/0: DaoCreator.addFounders(0x10, [0x41], [20], [1]) at 0x50",
    ]);
    // 100 more storage slots for the name leave room for fewer founders.
    const [step, ...others] = await stepsWith("O".repeat(100 * 32));
    expect(others).to.deep.equal([]);
    expect(step?.split(", ").length).to.be.above(7);
  });

  it("end with a result that names problems only if there are any", async () => {
    const release = await openArcRelease("rc.57");
    const contract = (name: string, digit: number) => ({
      artifact: release.artifact(name),
      address: addressOf(digit),
    });
    const organization = {
      name: "Org",
      avatar: contract("Avatar", 1),
      token: contract("DAOToken", 2),
      reputation: contract("Reputation", 3),
      controller: contract("Controller", 4),
    };
    const result = organizationResult(organization, release, [], []);
    expect(result).to.not.have.property("unsafe");
    expect(listed([result.Avatar, result.NativeToken, result.NativeReputation])).to.equal(
      "0x01, 0x02, 0x03",
    );
    expect(organizationResult(organization, release, [], ["held"])).to.deep.equal({
      ...result,
      unsafe: ["held"],
    });
  });
});
