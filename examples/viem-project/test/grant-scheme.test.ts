import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { network } from "hardhat";
import { isAddressEqual, parseEther } from "viem";

import { grantsDao } from "./grants-dao.js";

const BENEFICIARY = "0x00000000000000000000000000000000000000AA";

describe("GrantScheme", async () => {
  const { networkHelpers, viem } = await network.create();
  const client = await viem.getPublicClient();

  async function load() {
    const fixture = await networkHelpers.loadFixture(grantsDao);
    const [funder] = fixture.accounts;
    await funder.sendTransaction({ to: fixture.dao.avatar.address, value: parseEther("8") });
    return fixture;
  }

  it("pays a grant that the DAO votes for", async () => {
    const { dao, governance, accounts } = await load();
    const { grantScheme } = dao.schemes;
    const sent = grantScheme.write.proposeGrant([BENEFICIARY, parseEther("5")], {
      account: accounts[2].account,
    });

    const proposal = await governance.proposalOf(sent);
    assert.ok(isAddressEqual(proposal.proposer, accounts[2].account.address));
    assert.equal(await governance.state(proposal), "queued");
    const { status } = await governance.pass(proposal);

    assert.equal(status, "success");
    assert.equal(await client.getBalance({ address: BENEFICIARY }), parseEther("5"));
    const events = await governance.events(proposal);
    assert.ok(events.some(({ name }) => name === "GrantPaid"));
  });

  it("pays a boosted grant that few vote on, when its time is over", async () => {
    const { dao, base, governance, accounts } = await load();
    const { grantScheme } = dao.schemes;
    const proposal = await governance.proposalOf(grantScheme.write.proposeGrant([BENEFICIARY, 7n]));
    await governance.boost(proposal);
    await governance.vote(proposal, "yes", { from: accounts[2] });
    assert.equal(await base.genesisProtocol.read.state([proposal.id]), 5);
    assert.equal(await governance.passTime(proposal), "executed");
    assert.equal(await client.getBalance({ address: BENEFICIARY }), 7n);
  });

  it("refuses a grant above its limit, and orders of others than its voting machine", async () => {
    const { dao, base, governance } = await load();
    const { grantScheme } = dao.schemes;
    assert.equal(await grantScheme.read.limit(), parseEther("5"));
    assert.equal(await grantScheme.read.votingMachine(), base.genesisProtocol.address);
    const tooMuch = grantScheme.write.proposeGrant([BENEFICIARY, parseEther("6")]);
    await viem.assertions.revertWithCustomError(tooMuch, grantScheme, "AboveLimit");
    // In the words of Arc's own contracts, by assertions of viem and by those of Node.
    const mint = dao.nativeToken.write.mint([BENEFICIARY, 1n]);
    await viem.assertions.revert(mint);
    await assert.rejects(
      governance.proposeScheme({ scheme: "0x0000000000000000000000000000000000000000" }),
      /the contract reverted: scheme cannot be zero/,
    );
  });
});
