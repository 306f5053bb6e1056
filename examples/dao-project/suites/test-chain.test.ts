import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { TestChain, type DaoFixture } from "hardhat-dao-migration/fixtures";

// Node's own test runner, without hardhat.config.ts: the DAO of migration-params.json on a chain of its own.
let chain: TestChain;
let fixture: DaoFixture;

before(async () => {
  chain = await TestChain.create();
});

beforeEach(async () => {
  fixture = await chain.load();
});

after(async () => {
  await chain.close();
});

for (const attempt of [1, 2]) {
  test(`a reward passes, whatever was before (${attempt})`, async () => {
    const { dao, accounts, governance } = fixture;
    const proposal = await governance.proposeReward({ beneficiary: accounts[9], tokens: 5n });
    await governance.pass(proposal);
    await governance.redeem(proposal);
    assert.equal(await dao.nativeToken.balanceOf(accounts[9]), 5n);
  });
}

test("the demo test has a boosted proposal", async () => {
  const { test: demo } = fixture;
  assert.equal(await demo.governance.state(demo.boostedProposalId), "boosted");
});

test("a server has the same DAO for programs of any language", async () => {
  await using server = TestChain.server();
  const { port } = await server.listen(0);
  const { dao } = await server.result();
  assert.equal(dao?.Avatar, await fixture.dao.avatar.getAddress());
  const { interface: abi } = fixture.dao.avatar;
  const call = { to: dao.Avatar, data: abi.encodeFunctionData("orgName") };
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params: [call, "latest"] }),
  });
  const { result } = (await response.json()) as { result: string };
  assert.equal(abi.decodeFunctionResult("orgName", result)[0], "Grants DAO");
});
