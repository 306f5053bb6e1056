import { expect } from "chai";
import { parseEther, Wallet } from "ethers";
import { network } from "hardhat";
import { defineExistingDaoFixture, MigrationError } from "hardhat-dao-migration/fixtures";

/** The DAO of hardhat.config, on this network. */
const ourDao = defineExistingDaoFixture();

/** Whom the proposal is for: nobody who has anything of the DAO yet. */
const alice = Wallet.createRandom().address;

describe("our next proposal", () => {
  const connecting = network.create("live");

  async function load() {
    const { networkHelpers, ethers } = await connecting;
    return { ethers, ...(await networkHelpers.loadFixture(ourDao)) };
  }

  it("pays Alice what it says, and nothing else", async () => {
    const { dao, governance, treasury, ethers } = await load();
    const ether = treasury.ether / 100n;

    const proposal = await governance.proposeReward({
      beneficiary: alice,
      ...{ tokens: parseEther("5"), reputation: parseEther("1"), ether },
      description: "For the report on our treasury",
    });
    await governance.pass(proposal);
    // Passing is not paying: whoever wants to, redeems.
    expect(await dao.nativeToken.balanceOf(alice)).to.equal(0n);
    await governance.redeem(proposal);

    expect(await dao.nativeToken.balanceOf(alice)).to.equal(parseEther("5"));
    expect(await dao.nativeReputation.balanceOf(alice)).to.equal(parseEther("1"));
    expect(await ethers.provider.getBalance(alice)).to.equal(ether);
    expect(await ethers.provider.getBalance(dao.avatar)).to.equal(treasury.ether - ether);
    for (const { contract, amount } of treasury.tokens) {
      expect(await contract.balanceOf(dao.avatar)).to.equal(amount);
    }
  });

  it("cannot pay more than there is: it passes, and pays nothing", async () => {
    const { dao, governance, treasury, ethers } = await load();
    const ether = treasury.ether + 1n;
    const proposal = await governance.proposeReward({ beneficiary: alice, ether });
    await governance.pass(proposal);
    const outcome = await governance.redeem(proposal).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(MigrationError);
    expect(await ethers.provider.getBalance(dao.avatar)).to.equal(treasury.ether);
  });

  it("leaves the permissions of every scheme as they are", async () => {
    const { dao, governance, inspection } = await load();
    await governance.pass(await governance.proposeReward({ beneficiary: alice, tokens: 1n }));
    for (const { contract, permissions } of inspection.schemes) {
      expect(await dao.controller.getSchemePermissions(contract.address, dao.avatar)).to.equal(
        permissions.bytes,
      );
    }
  });
});
