import { expect } from "chai";
import { parseEther } from "ethers";
import { artifacts, network } from "hardhat";

import { grantsDao } from "./grants-dao.js";

const BENEFICIARY = "0x00000000000000000000000000000000000000AA";

describe("GrantScheme", () => {
  const connecting = network.create();

  async function load() {
    const { networkHelpers, ethers } = await connecting;
    const fixture = await networkHelpers.loadFixture(grantsDao);
    const [funder] = fixture.accounts;
    await funder.sendTransaction({ to: fixture.dao.avatar, value: parseEther("8") });
    return { ...fixture, ethers };
  }

  it("pays a grant that the DAO votes for", async () => {
    const { dao, governance, accounts, ethers } = await load();
    const grants = dao.schemes.grantScheme.connect(accounts[2]);

    const proposal = await governance.proposalOf(grants.proposeGrant(BENEFICIARY, parseEther("5")));
    expect(await governance.state(proposal)).to.equal("queued");
    await governance.pass(proposal);

    expect(await ethers.provider.getBalance(BENEFICIARY)).to.equal(parseEther("5"));
    const events = await governance.events(proposal);
    expect(events.map(({ name }) => name)).to.include.members(["GrantProposed", "GrantPaid"]);
  });

  it("pays nothing that the DAO votes against", async () => {
    const { dao, governance, accounts, ethers } = await load();
    const grants = dao.schemes.grantScheme;
    const proposal = await governance.proposalOf(grants.proposeGrant(BENEFICIARY, 1n));
    for (const from of accounts.slice(0, 2)) await governance.vote(proposal, "no", { from });

    expect(await governance.state(proposal)).to.equal("executed");
    expect(await ethers.provider.getBalance(BENEFICIARY)).to.equal(0n);
  });

  it("pays a boosted grant that few vote on, when its time is over", async () => {
    const { dao, governance, accounts, ethers } = await load();
    const proposal = await governance.proposalOf(
      dao.schemes.grantScheme.proposeGrant(BENEFICIARY, 7n),
    );
    await governance.boost(proposal);
    await governance.vote(proposal, "yes", { from: accounts[2] });
    expect(await governance.passTime(proposal)).to.equal("executed");
    expect(await ethers.provider.getBalance(BENEFICIARY)).to.equal(7n);
  });

  it("refuses a grant above its limit", async () => {
    const { dao } = await load();
    const tooMuch = dao.schemes.grantScheme.proposeGrant(BENEFICIARY, parseEther("6"));
    await expect(tooMuch).to.be.revertedWithCustomError(dao.schemes.grantScheme, "AboveLimit");
  });

  it("takes orders from its voting machine alone, and is initialized once", async () => {
    const { dao, base } = await load();
    const grants = dao.schemes.grantScheme;
    expect(await grants.votingMachine()).to.equal(await base.genesisProtocol.getAddress());
    const id = "0x".padEnd(66, "0");
    await expect(grants.executeProposal(id, 1n)).to.be.revertedWithCustomError(
      grants,
      "OnlyVotingMachine",
    );
    await expect(grants.initialize(dao.avatar, dao.avatar, id, 1n)).to.be.revertedWithCustomError(
      grants,
      "AlreadyInitialized",
    );
  });

  it("is deployed as the project compiles it", async () => {
    const { dao, ethers } = await load();
    const { deployedBytecode } = await artifacts.readArtifact("GrantScheme");
    const code = await ethers.provider.getCode(dao.schemes.grantScheme);
    expect(code).to.equal(deployedBytecode);
  });
});
