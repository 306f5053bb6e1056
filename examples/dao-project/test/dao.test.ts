import { expect } from "chai";
import { parseEther, ZeroAddress, ZeroHash } from "ethers";
import { network } from "hardhat";

import { grantsDao } from "./grants-dao.js";

describe("Grants DAO", () => {
  const connecting = network.create();

  it("is the DAO of migration-params.json", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts } = await networkHelpers.loadFixture(grantsDao);
    expect(await dao.avatar.orgName()).to.equal("Grants DAO");
    expect(await dao.nativeReputation.totalSupply()).to.equal(parseEther("700"));
    expect(await dao.nativeReputation.balanceOf(accounts[0])).to.equal(parseEther("300"));
    const scheme = await dao.schemes.grantScheme.getAddress();
    expect(await dao.controller.isSchemeRegistered(scheme, dao.avatar)).to.equal(true);
  });

  it("rewards a contribution", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts, governance } = await networkHelpers.loadFixture(grantsDao);
    const beneficiary = accounts[7];
    const proposal = await governance.proposeReward({ beneficiary, tokens: parseEther("2") });
    await governance.pass(proposal);
    await governance.redeem(proposal);
    expect(await dao.nativeToken.balanceOf(beneficiary)).to.equal(parseEther("2"));
  });

  it("has the words of Arc's contracts where they refuse a call, of helpers and of its own", async () => {
    const { networkHelpers } = await connecting;
    const { governance, dao } = await networkHelpers.loadFixture(grantsDao);
    const reason = "scheme cannot be zero";
    await expect(governance.proposeScheme({ scheme: ZeroAddress })).to.be.revertedWith(reason);
    await expect(
      dao.schemes.schemeRegistrar.proposeScheme(
        dao.avatar,
        ZeroAddress,
        ZeroHash,
        "0x00000000",
        "",
      ),
    ).to.be.revertedWith(reason);
  });

  it("says why a proposal cannot pass", async () => {
    const { networkHelpers } = await connecting;
    const { governance, accounts } = await networkHelpers.loadFixture(grantsDao);
    const proposal = await governance.proposeReward({ beneficiary: accounts[7] });
    await governance.vote(proposal, "no", { from: accounts[0] });
    await expect(governance.pass(proposal)).to.be.rejectedWith(
      "more than 60% of the reputation must vote yes",
    );
  });
});
