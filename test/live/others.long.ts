import { expect } from "chai";
import { Transaction } from "ethers";

import { encodeCall, functionEntry } from "../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { startAnvil } from "./nodes.js";
import {
  onNode,
  before,
  creationsOf,
  deployerOf,
  expectOnChain,
  migrate,
  nonceOf,
  readResult,
  reference,
  SEND,
  sendFrom,
  transactionsOf,
} from "./support.js";

describe("a migration on a base that others use, too", () => {
  it("finds its own proposals if another account proposes between them", async () => {
    const release = await openArcRelease("rc.57");
    const propose = functionEntry(release.artifact("GenesisProtocol"), "propose");
    await onNode(startAnvil(), async (node, output) => {
      await migrate(node, { output, sections: ["base"] });
      const { GenesisProtocol: machine, ContributionReward } = (await readResult(output)).base!;
      const account = deployerOf(node.mnemonic).address;
      const other = walletsOf(node.mnemonic)[8]!;
      let isDone = false;
      const provider = before(node.provider, async ({ method, params: [raw] = [] }) => {
        if (isDone || method !== SEND) return;
        const { to, data } = Transaction.from(raw as string);
        if (to !== ContributionReward || data.length <= 600) return;
        isDone = true;
        // A hash of vote parameters on the chain, from the call that set them.
        const sent = await transactionsOf(node.provider, account);
        const set = sent.find((each) => each.to === machine.toLowerCase())!;
        const hash = await node.provider.request({
          method: "eth_call",
          params: [{ to: set.to, data: set.input }, "latest"],
        });
        const args = [2n, hash, other.address, other.address];
        await sendFrom(node.provider, other, { to: machine, data: encodeCall(propose, args) });
      });
      const notes: string[] = [];
      const onNote = (text: string) => notes.push(text);
      await migrate(node, { output, provider, sections: ["dao", "test"], onNote });
      expect(isDone).to.equal(true);
      expect(notes.join("\n")).to.include(
        "emitted different events or created a different contract",
      );
      const { nonces, creations } = await reference(node.mnemonic);
      await expectOnChain(node, output);
      expect(await nonceOf(node.provider, account)).to.equal(nonces[account]);
      expect(await creationsOf(node.provider, account)).to.equal(creations);
    });
  });
});
