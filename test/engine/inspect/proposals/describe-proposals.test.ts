import { expect } from "chai";
import { parseEther } from "ethers";

import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../../src/foundation/arc/artifact.js";
import { hasQueue } from "../../../../src/foundation/arc/features.js";
import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import type { DemoTestResult } from "../../../../src/foundation/result/result.js";
import type { ChainWithBase } from "../../migration/with-base.js";
import { someOf } from "../../../some-of.js";
import { expectInspected, RawCalls, wasRead } from "../raw-calls.js";
import { onDemo } from "../raw-dao.js";

const RELEASES = ["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58", "alpha.53"];
const STATES = ["", "expiredInQueue", "executed", "queued", "preBoosted", "boosted"];
const ALPHA_STATES = ["", "expiredInQueue", "executed", "queued", "boosted"];

class Demo extends RawCalls {
  readonly chain: ChainWithBase;
  readonly test: DemoTestResult;

  constructor(chain: ChainWithBase, test: DemoTestResult) {
    super(chain);
    this.chain = chain;
    this.test = test;
  }

  async proposals(): Promise<ReadonlyMap<string, ProposalDescription>> {
    const { proposals } = await this.inspect(this.test.Avatar);
    return new Map(wasRead(proposals).map((each) => [each.id, each]));
  }

  /** Calls the voting machine. */
  async machine(name: string, args: readonly unknown[], from = 0): Promise<void> {
    const { GenesisProtocol } = this.chain.base;
    await this.send("GenesisProtocol", GenesisProtocol, name, args, { from });
  }
}

async function withDemo(version: string, run: (demo: Demo) => Promise<void>): Promise<void> {
  await onDemo(version, async (chain, test) => await run(new Demo(chain, test)));
}

/** Returns the names of the states, as the release numbers them. */
function stateNames(release: ArcRelease): readonly string[] {
  return hasQueue(release.artifact("GenesisProtocol")) ? STATES : ALPHA_STATES;
}

function idsOf(test: DemoTestResult): string[] {
  const { queuedProposalId, preBoostedProposalId, boostedProposalId, executedProposalId } = test;
  const ids = [queuedProposalId, boostedProposalId, preBoostedProposalId, executedProposalId];
  return [...ids, test.gsProposalId].filter((each) => each !== undefined);
}

describe("describeProposals", () => {
  for (const version of someOf(RELEASES, 5)) {
    it(`reads every proposal of ${version}, and predicts its state after execute`, async () => {
      await withDemo(version, async (demo) => {
        const { test } = demo;
        const { read, base, release } = demo.chain;
        const machine = base.GenesisProtocol;
        const raw = async (id: string) =>
          stateNames(release)[Number(await read("GenesisProtocol", machine, "state", id))];
        const inspection = await demo.inspect(test.Avatar);
        expect(JSON.stringify(inspection)).to.not.include("notRead");
        const proposals = await demo.proposals();
        expect([...proposals.keys()]).to.have.members(idsOf(test));
        for (const [id, { state, requests, votes, votingMachine }] of proposals) {
          expect(state).to.deep.equal({ recorded: await raw(id), now: await raw(id) });
          expect(votingMachine).to.equal(machine);
          expect(requests).to.have.property("kind", id === test.gsProposalId ? "calls" : "reward");
          // All six founders had 1,000 at the time; some have since lost what their votes cost.
          expect(wasRead(votes).supply).to.equal(String(parseEther("6000")));
          for (const { share } of wasRead(votes).cast) expect(share).to.equal("16.67");
        }
        const passed = proposals.get(test.executedProposalId);
        expect(passed?.progress).to.have.property("stage", "passed");
        expect(passed?.decision).to.equal("for");

        // Time passes, but nobody calls execute.
        await demo.pass(2000);
        for (const [
          id,
          { state: stored, progress, decision, deadline },
        ] of await demo.proposals()) {
          const state = wasRead(stored);
          expect(state.recorded).to.equal(await raw(id));
          if (state.recorded === "executed") continue;
          // No period is longer than 1,800 seconds.
          const { timestamp } = inspection.block;
          expect(deadline)
            .to.be.greaterThan(timestamp)
            .and.at.most(timestamp + 1800);
          await demo.machine("execute", [id]);
          expect(await raw(id), `after ${state.recorded}`).to.equal(state.now);
          expect(state.now).to.not.equal(state.recorded);
          if (state.now === "boosted") continue;
          expect(progress).to.deep.equal({ stage: "to be executed" });
          const winner = await read("GenesisProtocol", machine, "winningVote", id);
          expect(decision).to.equal(winner === 1n ? "for" : "against");
        }
        const end = await demo.proposals();
        expect(end.get(test.queuedProposalId)?.progress).to.deep.equal({ stage: "expired" });
        expect(end.get(test.boostedProposalId!)?.progress).to.have.property("stage", "passed");

        // What is redeemable is so to the wei, until everything is done.
        if (version !== "rc.57" && version !== "alpha.58") return;
        for (const id of [test.boostedProposalId!, test.executedProposalId]) {
          for (const owed of wasRead(end.get(id)?.redeemable)) {
            const { account, reputation, stakingTokens } = owed;
            const balances = async () =>
              (await Promise.all([
                read("Reputation", test.NativeReputation, "balanceOf", account),
                read("DAOToken", base.DAOToken, "balanceOf", account),
              ])) as [bigint, bigint];
            const before = await balances();
            await demo.machine("redeem", [id, account]);
            const after = await balances();
            expect(String(after[0] - before[0])).to.equal(reputation);
            expect(String(after[1] - before[1])).to.equal(stakingTokens);
          }
        }
        const args = [test.executedProposalId, test.Avatar, [true, true, true, true]];
        await demo.send("ContributionReward", base.ContributionReward, "redeem", args);
        const redeemed = (await demo.proposals()).get(test.executedProposalId);
        expect(redeemed?.progress).to.deep.equal({ stage: "done" });
        expect(redeemed?.redeemable).to.equal(undefined);
      });
    });
  }

  it("distinguishes a failed call from a successful one", async () => {
    await withDemo("rc.57", async (demo) => {
      const { test } = demo;
      const { release, deployer } = demo.chain;
      const scheme = test.Schemes.find(({ name }) => name === "GenericScheme")!.address;
      const mock = functionEntry(release.artifact("ActionMock"), "test2");
      // test2 reverts unless it is passed its caller, the avatar.
      const wrong = encodeCall(mock, [deployer.account]);
      await demo.send("GenericScheme", scheme, "proposeCall", [wrong, 0n, "fails"]);
      await demo.send("GenericScheme", scheme, "proposeCall", ["0x12345678", 0n, "unknown"]);
      const made = await demo.proposals();
      const fails = [...made.values()].find(({ description }) => description === "fails")!;
      const unknown = [...made.values()].find(({ description }) => description === "unknown")!;
      expectInspected([unknown.requests, fails.requests]);
      for (const id of [fails.id, test.gsProposalId!]) {
        for (const voter of [0, 1, 2, 3]) {
          const args = [id, 1n, 0n, deployer.testAccounts[voter]];
          await demo.machine("vote", args, voter);
        }
      }
      const proposals = await demo.proposals();
      expect(proposals.get(test.gsProposalId!)?.progress).to.deep.equal({ stage: "done" });
      const { state, progress } = proposals.get(fails.id)!;
      expectInspected({ state, progress });
    });
  });

  it("leaves out proposals that a stranger made in the DAO's name", async () => {
    await withDemo("rc.57", async (demo) => {
      const { test } = demo;
      const { read, base } = demo.chain;
      const { schemes } = await demo.inspect(test.Avatar);
      const proposals = await demo.proposals();
      const { paramsHash } = Object.values(wasRead(schemes[0]?.parameters).votes)[0]!;
      const count = async () => await read("GenesisProtocol", base.GenesisProtocol, "proposalsCnt");
      const proposed = (await count()) as bigint;
      // The machine queries the proposer for reputation: this code returns 1 for every call.
      const stranger = demo.accounts[9]!;
      await demo.request("hardhat_setCode", [stranger, "0x600160005260206000f3"]);
      const args = [2n, paramsHash, stranger, test.Avatar];
      await demo.machine("propose", args, 9);
      expect(await count()).to.equal(proposed + 1n);
      expect([...(await demo.proposals()).keys()]).to.deep.equal([...proposals.keys()]);
    });
  });
});
