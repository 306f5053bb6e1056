import { expect } from "chai";

import { migrateBase } from "../../../../src/engine/migration/base.js";
import { migrateDemoTest } from "../../../../src/engine/migration/demo-test.js";
import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { simulateDraft } from "../../../../src/operations/simulate/simulate-proposal.js";
import { withDeployer } from "../../../simulated-chain.js";
import { someOf } from "../../../some-of.js";

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
