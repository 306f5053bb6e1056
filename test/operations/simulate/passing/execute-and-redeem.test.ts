import { expect } from "chai";

import { migrateBase } from "../../../../src/engine/migration/base.js";
import { migrateDemoTest } from "../../../../src/engine/migration/demo-test.js";
import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { executeAndRedeem } from "../../../../src/operations/simulate/passing/execute-and-redeem.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { simulateDraft } from "../../../../src/operations/simulate/simulate-proposal.js";
import { withDeployer } from "../../../simulated-chain.js";
import { someOf } from "../../../some-of.js";
import { sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { noReward } from "../../../engine/inspect/sample-reward.js";

it("waits for the periods of a reward that fit into a century", async () => {
  const [day, years] = [86_400, 30 * 365 * 86_400];
  const [scheme] = sampleInspection().schemes;
  for (const [periodLength, periods, waits] of [
    [day, 90, 90 * day],
    [day, 100_000, 36_500 * day],
    [years, 5, 3 * years],
    [4 * years, 1, undefined],
    [0, 1, undefined],
  ] as const) {
    const moves: number[] = [];
    const moveTo = async (to: number) => moves.push(to);
    const acts = { call: async () => ({}), contract: () => ({}) };
    const chain = { time: 0, moveTo, ...acts } as unknown as ForkedChain;
    const spread = { periods: String(periods), periodLength: String(periodLength) };
    const requests = { ...noReward("0x"), ether: "1", ...spread };
    await executeAndRedeem(chain, { id: "0x", scheme: scheme!.contract, requests }, "0x");
    expect(moves).to.deep.equal(waits === undefined ? [] : [waits + 1]);
  }
});

describe("a call that fails when the voting machine executes its proposal", () => {
  for (const version of someOf(["rc.57", "rc.28", "rc.16"], 2)) {
    it(`is made again by the scheme of ${version}, universal or not`, async () => {
      await withDeployer(async (deployer, { provider }) => {
        const release = await openArcRelease(version);
        const test = await migrateDemoTest(deployer, release, await migrateBase(deployer, release));
        const entry = functionEntry(release.artifact("ActionMock"), "test2");
        const calls = [{ to: test.ActionMock, data: encodeCall(entry, [`0x${"12".repeat(20)}`]) }];
        await using session = await openSession(provider, test.Avatar);
        const draft = parseDraft({ kind: "calls", calls }, "it");
        const { passed } = await simulateDraft(session, draft, { alone: true });
        const again = passed.stages.find(({ stage }) => stage === "executeScheme");
        expect(again).to.include({ outcome: "failed inside" });
        expect(again?.reason).to.include("the caller must be equal to _addr");
      });
    });
  }
});
