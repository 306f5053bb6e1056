import { expect } from "chai";
import { parseEther } from "ethers";

import type { DemoTestResult } from "../../../src/foundation/result/result.js";
import { hasQueue } from "../../../src/foundation/arc/features.js";
import { expectOrganization, expectScheme } from "./expect-dao.js";
import type { ChainWithBase } from "./with-base.js";

/** ProposalState in GenesisProtocolLogic, since rc.3 and before. */
const STATES = { executed: 2n, queued: 3n, preBoosted: 4n, boosted: 5n };
const ALPHA_STATES = { executed: 2n, queued: 3n, boosted: 4n };
const YES = 1n;
const NO = 2n;

/** Expects proposals in every state, voted and staked on, and that nobody keeps permissions. */
export async function expectDemo(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  await expectDemoOrganization(chain, test);
  await expectProposals(chain, test);
  await expectVotes(chain, test);
  await expectStakes(chain, test);
  await expectGenericProposal(chain, test);
}

async function expectDemoOrganization(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  const { deployer, base, read, release } = chain;
  await expectOrganization(read, test, "Controller");
  for (const scheme of test.Schemes) await expectScheme(read, "Controller", test, scheme);
  for (const account of [base.DaoCreator, deployer.account]) {
    const permissions = await read(
      "Controller",
      test.Controller,
      "getSchemePermissions",
      account,
      test.Avatar,
    );
    expect(permissions).to.equal("0x00000000");
  }
  const names = test.Schemes.map(({ name }) => name);
  const generic = release.has("GenericScheme") ? ["GenericScheme"] : [];
  expect(names).to.have.members(["SchemeRegistrar", "ContributionReward", ...generic]);

  const founders = deployer.testAccounts.slice(0, 6);
  for (const founder of founders) {
    expect(await read("DAOToken", test.NativeToken, "balanceOf", founder)).to.equal(
      parseEther("1000"),
    );
  }
  expect(await read("DAOToken", test.NativeToken, "totalSupply")).to.equal(parseEther("6000"));
  // Accounts that have not voted have no reputation at stake.
  for (const founder of founders.slice(4)) {
    expect(await read("Reputation", test.NativeReputation, "balanceOf", founder)).to.equal(
      parseEther("1000"),
    );
  }
}

async function expectProposals(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  const { base, read, release } = chain;
  const state = async (id: string | undefined) =>
    await read("GenesisProtocol", base.GenesisProtocol, "state", id);
  const withQueue = hasQueue(release.artifact("GenesisProtocol"));
  const states = withQueue ? STATES : ALPHA_STATES;

  expect(test.proposalId).to.equal(test.queuedProposalId);
  expect(await state(test.queuedProposalId), "queued").to.equal(states.queued);
  expect(await state(test.boostedProposalId), "boosted").to.equal(states.boosted);
  expect(await state(test.executedProposalId), "executed").to.equal(states.executed);
  if (withQueue) {
    expect(await state(test.preBoostedProposalId), "pre-boosted").to.equal(STATES.preBoosted);
  } else {
    expect(test).to.not.have.property("preBoostedProposalId");
  }
}

/** Expects the queued proposal to have a vote for it and a vote against it. */
async function expectVotes(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  const { deployer, base, read } = chain;
  const onMachine = async (name: string, ...args: unknown[]) =>
    await read("GenesisProtocol", base.GenesisProtocol, name, test.proposalId, ...args);
  const [, first, second, third] = deployer.testAccounts;
  const [forIt, weightFor] = (await onMachine("voteInfo", first)) as [bigint, bigint];
  const [against, weightAgainst] = (await onMachine("voteInfo", second)) as [bigint, bigint];
  expect([forIt, against]).to.deep.equal([YES, NO]);
  expect(weightFor >= parseEther("990"), `${weightFor} for`).to.equal(true);
  expect(weightAgainst >= parseEther("990"), `${weightAgainst} against`).to.equal(true);
  expect(await onMachine("voteInfo", third)).to.deep.equal([0n, 0n]);
  expect(await onMachine("voteStatus", YES)).to.equal(weightFor);
  expect(await onMachine("voteStatus", NO)).to.equal(weightAgainst);
}

async function expectStakes(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  const { deployer, base, read } = chain;
  const staked: [string | undefined, number][] = [
    [test.boostedProposalId, 2],
    [test.preBoostedProposalId, 3],
  ];
  for (const [id, staker] of staked) {
    if (id === undefined) continue;
    const account = deployer.testAccounts[staker];
    expect(
      await read("GenesisProtocol", base.GenesisProtocol, "getStaker", id, account),
    ).to.deep.equal([YES, parseEther("300")]);
    expect(await read("DAOToken", base.DAOToken, "balanceOf", account)).to.equal(parseEther("700"));
  }
  for (const account of deployer.testAccounts) {
    const on = [account, base.GenesisProtocol];
    const left = (await read("DAOToken", base.DAOToken, "allowance", ...on)) as bigint;
    const balance = (await read("DAOToken", base.DAOToken, "balanceOf", account)) as bigint;
    expect(left, account).to.equal(balance);
  }
}

/** What it asks for is compared in test/engine/governance/same-proposals.test.ts. */
async function expectGenericProposal(chain: ChainWithBase, test: DemoTestResult): Promise<void> {
  const { base, read, release } = chain;
  if (!release.has("GenericScheme")) {
    expect(test).to.not.have.any.keys("gsProposalId", "ActionMock");
    return;
  }
  const code: unknown = await chain.connection.provider.request({
    method: "eth_getCode",
    params: [test.ActionMock, "latest"],
  });
  expect(code).to.equal(release.artifact("ActionMock").deployedBytecode);
  const state = await read("GenesisProtocol", base.GenesisProtocol, "state", test.gsProposalId);
  expect(state).to.equal(STATES.queued);
}
