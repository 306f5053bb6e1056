import { expect } from "chai";

import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps } from "./fake-node.js";
import { noncesOf } from "./pending-run.js";
import { refusedOn, sendOn } from "./send-on.js";

describe("StepSender, if the user stops it", () => {
  it("waits for what was sent, and sends nothing more", async () => {
    const node = new FakeNode();
    const stop = new AbortController();
    const { handed } = node;
    const { context, signed } = contextOn(node, { signal: stop.signal });
    node.beforeBlocks(() => void stop.abort());
    const done: string[] = [];
    const error = await rejection(
      new StepSender(context).send(plannedSteps(20), (step) => done.push(step)),
    );
    expect(error).to.have.property("name", "InterruptionError");
    expect(done).to.have.length(16);
    expect(signed).to.have.length(16);
    expect(noncesOf(handed)).to.deep.equal([...Array(16).keys()]);
  });

  it("is finished as usual if everything was sent by then", async () => {
    const node = new FakeNode();
    const stop = new AbortController();
    node.beforeBlocks(() => void stop.abort());
    const { mined } = await sendOn(node, 3, { signal: stop.signal });
    expect(mined.size).to.equal(3);
  });

  it("signs nothing more, but journals and sends what is signed", async () => {
    const node = new FakeNode();
    const stop = new AbortController();
    const { handed } = node;
    const { context, signed } = contextOn(node, { signal: stop.signal });
    for (const signer of context.signers.values()) {
      const sign = signer.signTransaction.bind(signer);
      Object.assign(signer, {
        signTransaction: async (transaction: Parameters<typeof sign>[0]) => {
          if (transaction.nonce === 1) stop.abort();
          return await sign(transaction);
        },
      });
    }
    const error = await rejection(new StepSender(context).send(plannedSteps(4), () => {}));
    expect(error).to.have.property("name", "InterruptionError");
    expect(signed).to.deep.equal([0, 1]);
    expect(context.journal.steps).to.deep.equal(["step/0", "step/1"]);
    expect(noncesOf(handed)).to.deep.equal([0, 1]);
    expect(node.mined.size).to.equal(2);
  });

  it("requests no fees and signs nothing if it was stopped before", async () => {
    const node = new FakeNode();
    const { error, signed } = await refusedOn(node, 1, { signal: AbortSignal.abort() });
    expect(error).to.have.property("name", "InterruptionError");
    expect(signed).to.deep.equal([]);
    expect(node.requests).to.deep.equal(["eth_getBlockByNumber"]);
  });
});
