import { expect } from "chai";
import { getAddress, parseEther, toQuantity } from "ethers";

import { encodeCall, functionEntry } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import { readerAt } from "../../../src/engine/inspect/reading/block-reader.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { findDaoOf, findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { simulateDraft, simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { startAnvil, withNode } from "../../live/nodes.js";
import { someOf } from "../../some-of.js";

describe("simulating on a node in another process", () => {
  const STRANGER = getAddress(`0x${"ab".repeat(20)}`);

  for (const version of someOf(["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"], 2)) {
    it(`passes every pending proposal of ${version}, and finds those that do not do what they say`, async () => {
      await withNode(startAnvil(), async ({ provider }) => {
        const options = { provider, network: undefined, inProcess: false };
        const deployer = await DirectDeployer.create(options);
        const release = await openArcRelease(version);
        const base = await migrateBase(deployer, release);
        const test = await migrateDemoTest(deployer, release, base);
        const send = async (transaction: object) => {
          const params = [transaction];
          const hash = await provider.request({ method: "eth_sendTransaction", params });
          await provider.request({ method: "evm_mine" });
          return String(hash);
        };
        const value = toQuantity(parseEther("10"));
        await send({ from: deployer.account, to: test.Avatar, value });
        const withSession = async <Result>(run: (session: Session) => Promise<Result>) => {
          await using session = await openSession(provider, test.Avatar);
          return await run(session);
        };
        const reward = (ether: string) =>
          parseDraft({ kind: "reward", beneficiary: STRANGER, ether }, "it");
        const idsOf = ({ warnings }: Simulation) => warnings.map(({ id }) => id);

        const avatar = await findDaoOf(await readerAt(provider, {}), test.queuedProposalId);
        expect(avatar).to.equal(test.Avatar);
        const four = await withSession(async (session) => {
          const alone = { alone: true };
          for (const id of [test.queuedProposalId, test.executedProposalId, test.gsProposalId]) {
            if (id === undefined) continue;
            const proposal = findProposal(session.inspection, id);
            const { passes, does, failed } = await simulateOn(session, proposal, alone);
            const isPassed = id === test.executedProposalId;
            expect(passes.verdict).to.equal(isPassed ? "passed" : "can pass");
            expect(does.verdict, JSON.stringify(does)).to.equal("yes");
            expect(failed?.decision).to.equal(isPassed ? undefined : "against");
          }
          // A redeem that the treasury cannot pay.
          const unpaid = await simulateDraft(session, reward("11"), alone);
          expect([unpaid.passes.verdict, unpaid.does.verdict]).to.deep.equal(["can pass", "no"]);
          expect(idsOf(unpaid)).to.include("reward-not-paid");
          // An account that gets every permission.
          const scheme = { kind: "registerScheme", scheme: STRANGER, permissions: "0x0000001f" };
          const grants = await simulateDraft(session, parseDraft(scheme, "it"), alone);
          expect(grants.does.verdict, JSON.stringify(grants.does)).to.equal("yes");
          expect(idsOf(grants)).to.include("account-gains-permissions");
          // An action that fails inside.
          if (test.gsProposalId !== undefined) {
            const entry = functionEntry(release.artifact("ActionMock"), "test2");
            const calls = [{ to: test.ActionMock, data: encodeCall(entry, [STRANGER]) }];
            const fails = await simulateDraft(
              session,
              parseDraft({ kind: "calls", calls }, "it"),
              alone,
            );
            expect(fails.does.verdict, JSON.stringify(fails.passes)).to.equal("no");
            expect(JSON.stringify(fails)).to.include("the caller must be equal to _addr");
            const told = ["action-fails-inside", "execution-refused"];
            expect(idsOf(fails).filter((id) => told.includes(id))).to.have.length.above(0);
          }
          return await simulateDraft(session, reward("4"), alone);
        });
        expect(four.does.verdict, JSON.stringify(four.does)).to.equal("yes");

        // Two proposals compete for one treasury: the first one is proposed on the chain, as simulated.
        const { from, to, data } = four.passed.stages[0]!;
        await provider.request({ method: "anvil_impersonateAccount", params: [from] });
        await send({ from, to, data });
        await withSession(async (session) => {
          const seven = await simulateDraft(session, reward("7"), {});
          expect(seven.does.verdict).to.equal("yes");
          expect(idsOf(seven)).to.include.members(["fails-after-another", "breaks-another"]);
        });
      });
    });
  }
});
