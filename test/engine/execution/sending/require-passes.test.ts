import { expect } from "chai";
import { id } from "ethers";

import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { rejection } from "../../../rejection.js";
import { FakeNode, plannedSteps } from "./fake-node.js";
import { sendOn } from "./send-on.js";

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

const sends = ({ sent }: FakeNode) => [...sent.values()].reduce((sum, count) => sum + count, 0);

describe("a step that reverted when it was mined", () => {
  it("is not sent again while the node says that it would revert, and is once the node says that it passes", async () => {
    const node = new RevertingNode();
    const steps = plannedSteps(3);
    const { failed, context } = await sendOn(node, steps);
    expect([...failed.keys()]).to.deep.equal(steps.map(({ step }) => step));
    expect(node.requests).to.not.include("eth_estimateGas");
    const before = sends(node);
    const error = await rejection(new StepSender(context).send(steps, () => {}));
    expect(error.name).to.equal("MigrationError");
    expect(error.message)
      .to.include("Step step/0 reverted when it was mined")
      .and.include("invalid opcode")
      .and.include("older rules");
    expect(sends(node)).to.equal(before);
    node.works = true;
    node.requests.splice(0);
    const { mined } = await new StepSender(context).send(steps, () => {});
    expect(mined.size).to.equal(3);
    expect(node.requests.filter((method) => method === "eth_estimateGas")).to.have.length(3);
  });

  it("is not sent again if the node has events of it, as it did not revert then", async () => {
    const node = new RevertingNode();
    const [step] = plannedSteps(1);
    let isOfAnother = true;
    node.instead((method, _params, usual) => {
      if (method !== "eth_getLogs") return usual();
      const hash = [...node.mined.keys()].at(-1);
      return [{ transactionHash: isOfAnother ? id("another") : hash }];
    });
    expect((await sendOn(node, [step!])).failed.size).to.equal(1);
    isOfAnother = false;
    const other = plannedSteps(2)[1]!;
    const error = await rejection(sendOn(node, [other]));
    expect(error.name).to.equal("MigrationError");
    expect(error.message).to.match(/says that the transaction 0x\w{64} reverted, but its block/);
  });

  it("waits for what was sent before it, and costs no request of others", async () => {
    const node = new RevertingNode();
    const [first, last] = [plannedSteps(2)[0]!, plannedSteps(2)[1]!];
    const { context } = await sendOn(node, [last]);
    node.works = true;
    node.requests.splice(0);
    await new StepSender(context).send([first, last], () => {});
    const asked = node.requests.filter((method) => /eth_(estimateGas|sendRaw)/.test(method));
    expect(asked).to.deep.equal([
      "eth_sendRawTransaction",
      "eth_estimateGas",
      "eth_sendRawTransaction",
    ]);
  });
});
