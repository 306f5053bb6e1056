import { expect } from "chai";

import { NodeSigner } from "../../../../src/foundation/chain/node-signer.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { SentBeforeError } from "../../../../src/foundation/support/errors.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { startPublicChain } from "../../../live/public-chain.js";
import {
  deployerOf,
  expectOnChain,
  migrate,
  onNode,
  preview,
  sentOn,
} from "../../../live/support.js";
import { rejection } from "../../../rejection.js";

describe("a migration whose node signs", () => {
  it("sends nothing twice after it was killed between a request and its answer, with a journal and without", async () => {
    const sections = ["base", "dao"] as const;
    const inputs = { sections, params: SMALL_DAO, stakingToken: "deploy" };
    await onNode(startPublicChain(), async (node, output) => {
      const { address } = deployerOf(node.mnemonic);
      const run = async (left: number, confirmSent?: () => Promise<boolean>) => {
        const provider: Eip1193Provider = {
          async request(request) {
            if (left < 0) throw new Error("killed");
            const answer = await node.provider.request(request);
            if (request.method === "eth_sendTransaction" && left-- === 0) throw new Error("killed");
            return answer;
          },
        };
        const signer = new NodeSigner(provider, address);
        return await migrate(node, { ...inputs, output, provider, signer, confirmSent });
      };
      const { steps } = await preview(node, { ...inputs, output });
      expect((await rejection(run(0))).message).to.match(/killed\. The step may have been sent\./);
      expect(await sentOn(node)).to.equal(1);
      expect(await rejection(run(99))).to.be.instanceOf(SentBeforeError);
      expect(await sentOn(node)).to.equal(1);
      // From here on, there is a journal, which lacks what was sent last.
      await rejection(run(18, async () => await Promise.resolve(true)));
      expect(await sentOn(node)).to.equal(20);
      await run(99);
      expect(await sentOn(node)).to.equal(steps.length);
      await expectOnChain(node, output, SMALL_DAO);
    });
  });
});
