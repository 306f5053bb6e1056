import { expect } from "chai";
import { id } from "ethers";

import { ProvenChain } from "../../../../src/engine/execution/fork/proven-chain.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { migrateDemoTest } from "../../../../src/engine/migration/demo-test.js";
import { rejection } from "../../../rejection.js";
import { withBase } from "../../migration/with-base.js";
import { expectNoLieBelieved, inspectProven } from "./proven-facts.js";

describe("ProvenChain", () => {
  it("shows a DAO as its node does, and none of that rests on the node", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection: { provider } }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      const plain = await inspectDao(provider, Avatar);
      const proven = await inspectProven(provider, Avatar, plain.block.hash);
      const block = { ...plain.block, isProven: true };
      expect(proven).to.deep.equal({ ...plain, block });

      // proven-chain.long.ts has more.
      const seeds = [0, 1];
      const chain = await ProvenChain.at(provider, plain.block.hash);
      const params = [{ to: Avatar, data: id("owner()").slice(0, 10) }, "latest"];
      const owner = await chain.request({ method: "eth_call", params });
      expect(owner).to.equal(await provider.request({ method: "eth_call", params }));
      await chain.close();

      const { lies } = await expectNoLieBelieved(provider, Avatar, plain.block.hash, seeds, proven);
      expect(lies).to.be.greaterThan(1);

      const unknown = inspectProven(provider, Avatar, `0x${"ab".repeat(32)}`);
      expect((await rejection(unknown)).message).to.match(/no block with the hash 0x[0-9a-f]{8}…/);
    });
  });
});
