import { getCreateAddress, id } from "ethers";

import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { FakeNode, plannedSteps, wallet } from "./fake-node.js";
import { itTells, Story } from "./story.js";

/** A node on which every transaction reverts until `works` is set. */
class RevertingNode extends FakeNode {
  works = false;

  override answer(method: string, params: readonly unknown[]): unknown {
    if (method === "eth_estimateGas") {
      if (this.works) return "0x5208";
      throw new RpcError(method, { code: 3, message: "invalid opcode" });
    }
    const answer = super.answer(method, params);
    if (method !== "eth_getTransactionReceipt" || answer === null || this.works) return answer;
    return { ...answer, status: "0x0" };
  }
}

const it = itTells(() => new Story());

describe("a step that reverted when it was mined", () => {
  it("is not sent again while the node says that it would revert, and is once the node says that it passes", async () => {
    const node = new RevertingNode();
    const story = new Story({}, node);
    await story.send(3);
    await story.send(3);
    node.works = true;
    await story.send(3);
  });

  it("is not sent again if the node has events of it, as it did not revert then", async () => {
    const node = new RevertingNode();
    let isOfAnother = true;
    node.instead((method, _params, usual) => {
      if (method !== "eth_getLogs") return usual();
      const hash = [...node.mined.keys()].at(-1);
      return [{ transactionHash: isOfAnother ? id("another") : hash }];
    });
    const story = new Story({}, node);
    await story.send(1);
    isOfAnother = false;
    await story.send(plannedSteps(2).slice(1));
  });

  it("is not sent again if the contract that it creates is there", async () => {
    const node = new RevertingNode();
    node.instead((method, params, usual) => {
      if (method !== "eth_getCode") return usual();
      return params[0] === getCreateAddress({ from: wallet.address, nonce: 0 }) ? "0x00" : "0x";
    });
    const story = new Story({}, node);
    await story.send(plannedSteps(1, true));
  });

  it("waits for what was sent before it, and costs no request of others", async () => {
    const node = new RevertingNode();
    const story = new Story({}, node);
    const [first, last] = plannedSteps(2);
    await story.send([last!]);
    node.works = true;
    await story.send([first!, last!]);
  });
});
