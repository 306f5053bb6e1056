import { expect } from "chai";
import { id } from "ethers";

import { StepSender } from "../../../src/execution/sending/step-sender.js";
import { waitForOthers } from "../../../src/execution/sending/wait-for-others.js";
import { rejection } from "../../rejection.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";

describe("StepSender", () => {
  it("keeps at most 16 transactions of an account pending, and uses the whole window", async () => {
    const node = new FakeNode();
    const { context, signed } = contextOn(node);
    const { mined } = await new StepSender(context).send(plannedSteps(40), () => {});
    expect(node.mostPending).to.equal(16);
    expect(mined.size).to.equal(40);
    expect(signed).to.deep.equal(Array.from({ length: 40 }, (_, nonce) => nonce));
  });

  it("signs nothing on another chain", async () => {
    const node = new FakeNode();
    const { context, signed } = contextOn(node);
    node.genesis = id("another chain");
    const error = await rejection(new StepSender(context).send(plannedSteps(1), () => {}));
    expect(error.name).to.equal("WrongChainError");
    expect(signed).to.deep.equal([]);
    expect(node.requests).to.not.include("eth_sendRawTransaction");
  });

  for (const confirmations of [1, 2, 5]) {
    it(`waits for ${confirmations} confirmations`, async () => {
      const node = new FakeNode();
      const { context } = contextOn(node, { confirmations });
      const depths: number[] = [];
      await new StepSender(context).send(plannedSteps(1), (_step, { blockNumber }) => {
        depths.push(node.block - blockNumber + 1);
      });
      expect(depths).to.deep.equal([confirmations]);
    });
  }

  it("knows where a contract is from account and nonce, whatever the node says", async () => {
    const { context } = contextOn(new FakeNode());
    const steps = plannedSteps(2, true);
    const { mined } = await new StepSender(context).send(steps, () => {});
    for (const { step, contractAddress } of steps) {
      expect(mined.get(step)?.contractAddress).to.equal(contractAddress);
    }
    const { context: other } = contextOn(new FakeNode());
    const called = await new StepSender(other).send(plannedSteps(1), () => {});
    expect(called.mined.get("step/0")).to.not.have.property("contractAddress");
  });

  it("signs no contract that would come to another address, and says why", async () => {
    const node = new FakeNode();
    const { context, signed } = contextOn(node);
    const [first, , third] = plannedSteps(3, true);
    const steps = [first, third].filter((step) => step !== undefined);
    const { mined, failed } = await new StepSender(context).send(steps, () => {});
    expect([...mined.keys()]).to.deep.equal(["step/0"]);
    expect([...failed]).to.deep.equal([
      ["step/2", `the account ${wallet.address} has sent other transactions meanwhile`],
    ]);
    expect(signed).to.deep.equal([0]);
  });

  it("raises the fee of what is not mined up to the cap, and stops there", async () => {
    const node = new FakeNode();
    node.mines = false;
    const { context, events } = contextOn(node);
    const error = await rejection(new StepSender(context).send(plannedSteps(1), () => {}));
    expect(error).to.include({ name: "FeeCapError", step: "step/0", cap: 30_000_000_000n });
    expect(error.message).to.match(
      /^Step step\/0 is pending at \S+ gwei; the fee cap is 30\.0 gwei \(10x the initial fee\)\. Sending stopped\. Run the same command again to resume with a cap based on current fees\.$/,
    );
    const prices = events.flatMap((event) => (event.type === "feeRaised" ? [event.price] : []));
    expect(prices.length).to.be.greaterThan(3);
    expect(prices.every((price) => price <= 30_000_000_000n)).to.equal(true);
    expect(node.pool.map(({ nonce }) => nonce)).to.deep.equal([0]);
  });
});

describe("waitForOthers", () => {
  it("returns once an account has no pending transactions, and tells once", async () => {
    const node = new FakeNode();
    const { context, events } = contextOn(node);
    node.others = 3;
    node.mine = () => void node.others--;
    await waitForOthers(context, wallet.address);
    expect(node.others).to.equal(0);
    expect(events).to.deep.equal([{ type: "waitingForOthers", account: wallet.address, count: 3 }]);
  });

  it("gives up where they are not mined", async () => {
    const node = new FakeNode();
    const { context } = contextOn(node);
    node.others = 1;
    expect((await rejection(waitForOthers(context, wallet.address))).message).to.equal(
      `The account ${wallet.address} has 1 pending transactions that are not of this migration, and they are not ` +
        "mined. Nothing more was sent. Wait for them or replace them, then run the same command again.",
    );
  });
});
