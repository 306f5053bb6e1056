import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { encodeCall, functionEntry } from "../../src/arc/abi.js";
import { openArcRelease } from "../../src/arc/open-release.js";
import { DirectDeployer } from "../../src/execution/deployers/direct-deployer.js";
import { migrateBase } from "../../src/migration/base.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import { findProposal } from "../../src/simulate/find-proposal.js";
import { openSession } from "../../src/simulate/session.js";
import { simulateOn } from "../../src/simulate/simulate-proposal.js";
import { startAnvil, withNode } from "../live/nodes.js";
import { SMALL_DAO, withBase } from "../migration/with-base.js";

describe("simulating on a node of another process", function () {
  this.timeout(300_000);

  for (const version of ["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"]) {
    it(`passes every pending proposal of ${version}, and does what it says`, async () => {
      await withNode(startAnvil(), async ({ provider }) => {
        const options = { provider, network: undefined, inProcess: false };
        const deployer = await DirectDeployer.create(options);
        const release = await openArcRelease(version);
        const base = await migrateBase(deployer, release);
        const test = await migrateDemoTest(deployer, release, base);
        const session = await openSession(provider, test.Avatar);
        try {
          for (const id of [test.queuedProposalId, test.executedProposalId, test.gsProposalId]) {
            if (id === undefined) continue;
            const proposal = findProposal(session.inspection, id);
            const { passes, does, failed } = await simulateOn(session, proposal, { alone: true });
            const isPassed = id === test.executedProposalId;
            expect(passes.verdict).to.equal(isPassed ? "passed" : "can pass");
            expect(does.verdict, JSON.stringify(does)).to.equal("yes");
            expect(failed?.decision).to.equal(isPassed ? undefined : "against");
          }
        } finally {
          await session.chain.close();
        }
      });
    });
  }
});

describe("simulating what votes alone do not pass", function () {
  this.timeout(120_000);

  it("stakes tokens that people have, waits, and wins the boosted vote", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection: { provider }, make }) => {
      const [large, small] = deployer.testAccounts as [string, string];
      const votes = { ...SMALL_DAO.VotingMachinesParams[0], queuedVoteRequiredPercentage: 60 };
      const { dao } = await make({
        ...SMALL_DAO,
        founders: [
          { address: large, tokens: 1, reputation: 550 },
          { address: small, tokens: 1, reputation: 450 },
        ],
        VotingMachinesParams: [votes],
        schemes: { ContributionReward: true },
      });
      const send = async (
        from: string,
        name: string,
        to: string,
        called: string,
        args: unknown[],
      ) => {
        const data = encodeCall(functionEntry(release.artifact(name), called), args);
        const transaction = { from, to, data };
        const answer: unknown = await provider.request({
          method: "eth_call",
          params: [transaction],
        });
        await provider.request({ method: "eth_sendTransaction", params: [transaction] });
        return String(answer);
      };
      const rewards = [5n, 0n, 0n, 1n, 1n];
      const args = [dao.Avatar, "a reward", 0n, rewards, ZeroAddress, small];
      const reward = base.ContributionReward;
      const id = await send(large, "ContributionReward", reward, "proposeContributionReward", args);
      await send(small, "GenesisProtocol", base.GenesisProtocol, "vote", [id, 2n, 0n, small]);
      const session = await openSession(provider, dao.Avatar);
      try {
        const proposal = findProposal(session.inspection, id);
        const simulation = await simulateOn(session, proposal, { alone: true });
        expect(simulation.passes, JSON.stringify(simulation.passes)).to.include({
          verdict: "can pass",
        });
        expect(simulation.passes.stakes).to.have.length.above(0);
        const stages = new Set(simulation.passed.stages.map(({ stage }) => stage));
        expect([...stages]).to.deep.equal(["stake", "execute", "vote", "redeem"]);
        expect(simulation.does.verdict).to.equal("yes");
      } finally {
        await session.chain.close();
      }
    });
  });
});
