import { expect } from "chai";
import { parseEther } from "ethers";

import { encodeCall, functionEntry } from "../../../src/arc/abi.js";
import type { ArcRelease } from "../../../src/arc/artifact.js";
import { hasQueue } from "../../../src/arc/features.js";
import type { Inspection, ProposalDescription } from "../../../src/inspect/description.js";
import { inspectDao } from "../../../src/inspect/inspect-dao.js";
import { migrateDemoTest } from "../../../src/migration/demo-test.js";
import type { DemoTestResult } from "../../../src/result/result.js";
import { withBase, type ChainWithBase } from "../../migration/with-base.js";

const RELEASES = ["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58", "alpha.53"];
const STATES = ["", "expiredInQueue", "executed", "queued", "preBoosted", "boosted"];
const ALPHA_STATES = ["", "expiredInQueue", "executed", "queued", "boosted"];

interface Demo extends ChainWithBase {
  readonly test: DemoTestResult;
  readonly inspect: () => Promise<{
    inspection: Inspection;
    proposals: Map<string, ProposalDescription>;
  }>;
  readonly send: (
    contract: string,
    address: string,
    name: string,
    args: readonly unknown[],
    from?: number,
  ) => Promise<void>;
  readonly pass: (seconds: number) => Promise<void>;
}

async function onDemo(version: string, run: (demo: Demo) => Promise<void>): Promise<void> {
  await withBase(version, async (chain) => {
    const { provider } = chain.connection;
    const test = await migrateDemoTest(chain.deployer, chain.release, chain.base);
    await run({
      ...chain,
      test,
      inspect: async () => {
        const inspection = await inspectDao(provider, test.Avatar);
        const { proposals } = inspection;
        if ("notRead" in proposals) throw new Error(proposals.notRead);
        return { inspection, proposals: new Map(proposals.map((each) => [each.id, each])) };
      },
      send: async (contract, to, name, args, from = 0) => {
        const data = encodeCall(functionEntry(chain.release.artifact(contract), name), args);
        const params = [{ from: chain.deployer.testAccounts[from], to, data }];
        await provider.request({ method: "eth_sendTransaction", params });
      },
      pass: async (seconds) => {
        await provider.request({ method: "evm_increaseTime", params: [seconds] });
        await provider.request({ method: "evm_mine" });
      },
    });
  });
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

describe("describeProposals", function () {
  this.timeout(60_000);

  for (const version of RELEASES) {
    it(`reads every proposal of ${version}, and predicts its state after execute`, async () => {
      await onDemo(version, async (demo) => {
        const { read, base, test, release, inspect, send, pass } = demo;
        const machine = base.GenesisProtocol;
        const raw = async (id: string) =>
          stateNames(release)[Number(await read("GenesisProtocol", machine, "state", id))];
        const { inspection, proposals } = await inspect();
        expect(JSON.stringify(inspection)).to.not.include("notRead");
        expect([...proposals.keys()]).to.have.members(idsOf(test));
        for (const [id, { state, requests, votes, votingMachine }] of proposals) {
          expect(state).to.deep.equal({ noted: await raw(id), now: await raw(id) });
          expect(votingMachine).to.equal(machine);
          expect(requests).to.have.property("kind", id === test.gsProposalId ? "calls" : "reward");
          if ("notRead" in votes) throw new Error(votes.notRead);
          // All six founders had 1,000 at the time; some have since lost what their votes cost.
          expect(votes.supply).to.equal(String(parseEther("6000")));
          for (const { share } of votes.cast) expect(share).to.equal("16.67");
        }
        const passed = proposals.get(test.executedProposalId);
        expect(passed?.progress).to.have.property("stage", "passed");
        expect(passed?.decision).to.equal("for");

        // Time passes, but nobody calls execute.
        await pass(2000);
        const later = (await inspect()).proposals;
        for (const [id, { state, progress, decision, deadline }] of later) {
          if ("notRead" in state) throw new Error(state.notRead);
          expect(state.noted).to.equal(await raw(id));
          if (state.noted === "executed") continue;
          // No period is longer than 1,800 seconds.
          const { timestamp } = inspection.block;
          expect(deadline)
            .to.be.greaterThan(timestamp)
            .and.at.most(timestamp + 1800);
          await send("GenesisProtocol", machine, "execute", [id]);
          expect(await raw(id), `after ${state.noted}`).to.equal(state.now);
          expect(state.now).to.not.equal(state.noted);
          if (state.now === "boosted") continue;
          expect(progress).to.deep.equal({ stage: "to be executed" });
          const winner = await read("GenesisProtocol", machine, "winningVote", id);
          expect(decision).to.equal(winner === 1n ? "for" : "against");
        }
        const end = (await inspect()).proposals;
        expect(end.get(test.queuedProposalId)?.progress).to.deep.equal({ stage: "expired" });
        expect(end.get(test.boostedProposalId!)?.progress).to.have.property("stage", "passed");
      });
    });
  }

  for (const version of ["rc.57", "alpha.58"]) {
    it(`says for ${version} what is redeemable, to the wei, and when everything is done`, async () => {
      await onDemo(version, async ({ read, base, test, inspect, send, pass }) => {
        await pass(2000);
        await send("GenesisProtocol", base.GenesisProtocol, "execute", [test.boostedProposalId]);
        const { proposals } = await inspect();
        for (const id of [test.boostedProposalId!, test.executedProposalId]) {
          const owed = proposals.get(id)?.redeemable;
          if (owed === undefined || "notRead" in owed) throw new Error("nothing is owed");
          for (const { account, reputation, stakingTokens } of owed) {
            const balances = async () =>
              (await Promise.all([
                read("Reputation", test.NativeReputation, "balanceOf", account),
                read("DAOToken", base.DAOToken, "balanceOf", account),
              ])) as [bigint, bigint];
            const before = await balances();
            await send("GenesisProtocol", base.GenesisProtocol, "redeem", [id, account]);
            const after = await balances();
            expect(String(after[0] - before[0])).to.equal(reputation);
            expect(String(after[1] - before[1])).to.equal(stakingTokens);
          }
        }
        const args = [test.executedProposalId, test.Avatar, [true, true, true, true]];
        await send("ContributionReward", base.ContributionReward, "redeem", args);
        const end = (await inspect()).proposals.get(test.executedProposalId);
        expect(end?.progress).to.deep.equal({ stage: "done" });
        expect(end?.redeemable).to.equal(undefined);
      });
    });
  }

  it("distinguishes a failed call from a successful one", async () => {
    await onDemo("rc.57", async ({ base, test, release, inspect, send, deployer }) => {
      const scheme = test.Schemes.find(({ name }) => name === "GenericScheme")!.address;
      const mock = functionEntry(release.artifact("ActionMock"), "test2");
      // test2 reverts unless it is passed its caller, the avatar.
      const wrong = encodeCall(mock, [deployer.account]);
      await send("GenericScheme", scheme, "proposeCall", [wrong, 0n, "fails"]);
      await send("GenericScheme", scheme, "proposeCall", ["0x12345678", 0n, "unknown"]);
      const made = (await inspect()).proposals;
      const fails = [...made.values()].find(({ description }) => description === "fails")!;
      const unknown = [...made.values()].find(({ description }) => description === "unknown")!;
      expect(unknown.requests)
        .to.have.nested.property("calls[0]")
        .that.includes({ data: "0x12345678" })
        .and.not.have.property("function");
      expect(fails.requests)
        .to.have.nested.property("calls[0].function")
        .that.deep.equals({
          signature: "test2(address _addr)",
          args: { _addr: deployer.account },
          knownBy: "code",
        });
      for (const id of [fails.id, test.gsProposalId!]) {
        for (const voter of [0, 1, 2, 3]) {
          const args = [id, 1n, 0n, deployer.testAccounts[voter]];
          await send("GenesisProtocol", base.GenesisProtocol, "vote", args, voter);
        }
      }
      const { proposals } = await inspect();
      expect(proposals.get(test.gsProposalId!)?.progress).to.deep.equal({ stage: "done" });
      const failed = proposals.get(fails.id);
      expect(failed?.state).to.deep.equal({ noted: "executed", now: "executed" });
      expect(failed?.progress).to.deep.include({ stage: "passed" });
      expect(failed?.progress)
        .to.have.property("missing")
        .that.matches(/call failed.*again/);
    });
  });

  it("leaves out proposals that a stranger made in the DAO's name", async () => {
    await onDemo("rc.57", async ({ read, base, test, inspect, send, deployer, connection }) => {
      const { inspection, proposals } = await inspect();
      const scheme = inspection.schemes[0]?.parameters;
      if (scheme === undefined || "notRead" in scheme) throw new Error("no parameters");
      const { paramsHash } = Object.values(scheme.votes)[0]!;
      const count = async () => await read("GenesisProtocol", base.GenesisProtocol, "proposalsCnt");
      const proposed = (await count()) as bigint;
      // The machine queries the proposer for reputation: this code returns 1 for every call.
      const stranger = deployer.testAccounts[9]!;
      const params = [stranger, "0x600160005260206000f3"];
      await connection.provider.request({ method: "hardhat_setCode", params });
      const args = [2n, paramsHash, stranger, test.Avatar];
      await send("GenesisProtocol", base.GenesisProtocol, "propose", args, 9);
      expect(await count()).to.equal(proposed + 1n);
      expect([...(await inspect()).proposals.keys()]).to.deep.equal([...proposals.keys()]);
    });
  });
});
