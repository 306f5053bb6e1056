import { expect } from "chai";
import { id, zeroPadValue } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { findProblems } from "../../../src/engine/migration/check-organization.js";
import { fakeDeployer } from "./fake-deployer.js";

const release = await openArcRelease("rc.33");
const at = (name: string, digits: string) => {
  return { artifact: release.artifact(name), address: `0x${digits.repeat(20)}` };
};
const REGISTERED = id("RegisterScheme(address,address)");

/** What is read to check a DAO with nobody in it. */
async function readsOf(controllerName: string) {
  const organization = {
    name: "A DAO",
    avatar: at("Avatar", "a1"),
    token: at("DAOToken", "b2"),
    reputation: at("Reputation", "c3"),
    controller: at(controllerName, "d4"),
  };
  const contracts = Object.values(organization).filter((part) => typeof part !== "string");
  const { deployer, reads, filters } = fakeDeployer({
    code: (address) =>
      contracts.find((contract) => contract.address === address)!.artifact.deployedBytecode,
    read: (name) => {
      if (name === "owner") return [organization.controller.address];
      return name === "schemes" ? [`0x${"0".repeat(64)}`, "0x00000000"] : ["0x00000000"];
    },
  });
  const expected = { schemes: [], keepsDeployer: false };
  expect(await findProblems(deployer, organization, expected)).to.deep.equal([]);
  return { reads: reads.filter((name) => name !== "owner"), filters, organization };
}

describe("findProblems reads", () => {
  it("of a universal controller only the registrations of its own DAO", async () => {
    const { reads, filters, organization } = await readsOf("UController");
    const { avatar, controller } = organization;
    expect(filters).to.have.length(1);
    const [address, topics] = filters[0] as [string, unknown[]];
    expect(address).to.equal(controller.address);
    expect(topics.slice(1)).to.deep.equal([null, null, zeroPadValue(avatar.address, 32)]);
    expect(topics[0]).to.match(/^0x[0-9a-f]{64}$/);
    expect(reads).to.deep.equal(["getSchemePermissions", "getSchemeParameters"]);
  });

  it("of a DAO's own controller all registrations, and each account in one call", async () => {
    const { reads, filters, organization } = await readsOf("Controller");
    expect(filters).to.deep.equal([[organization.controller.address, [REGISTERED]]]);
    expect(reads).to.deep.equal(["schemes"]);
  });
});
