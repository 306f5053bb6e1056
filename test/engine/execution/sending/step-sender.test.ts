import { expect } from "chai";
import { id } from "ethers";

import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";
import { refusedOn, sendOn } from "./send-on.js";

describe("StepSender", () => {
  it("starts with 16 pending transactions, and sends more after each block that includes them", async () => {
    const node = new FakeNode();
    const sizes: number[] = [];
    node.beforeBlocks(() => {
      if (node.pool.length > 0) sizes.push(node.pool.length);
    });
    const { mined, signed } = await sendOn(node, 600);
    expect(sizes).to.deep.equal([16, 64, 256, 264]);
    expect(mined.size).to.equal(600);
    expect(signed).to.deep.equal(Array.from({ length: 600 }, (_, nonce) => nonce));
  });

  it("keeps no more gas pending than fits into a block, but always 16 transactions", async () => {
    const node = new FakeNode();
    // A block of this node has 16.8 million gas; steps ask for 52,500 or 420,000.
    await sendOn(node, 800);
    expect(node.mostPending).to.equal(319);
    const other = new FakeNode();
    const large = plannedSteps(40).map((step) => ({ ...step, gas: 2_000_000n }));
    await new StepSender(contextOn(other).context).send(large, () => {});
    expect(other.mostPending).to.equal(16);
  });

  for (const room of [1, 5, 16, 40]) {
    it(`waits if the pool has room for ${room}, and sends everything once`, async () => {
      const node = new FakeNode();
      node.poolRoom = room;
      const { mined, failed, signed, events } = await sendOn(node, 60);
      expect({ mined: mined.size, failed: failed.size }).to.deep.equal({ mined: 60, failed: 0 });
      expect(signed).to.have.length(60);
      expect(node.mostPending).to.equal(room);
      expect(events.filter(({ type }) => type === "feeRaised")).to.deep.equal([]);
    });
  }

  it("finds what a node silently drops, and sends less from then on", async () => {
    const node = new FakeNode();
    node.blockRoom = 30;
    node.poolKeeps = 48;
    const { mined, signed } = await sendOn(node, 400);
    expect(mined.size).to.equal(400);
    expect(signed).to.have.length(400);
    // Only the dropped transactions are sent again.
    const total = [...node.sent.values()].reduce((sum, count) => sum + count, 0);
    expect(total).to.be.below(1_000);
  });

  it("asks a node to mine that holds the last transaction without mining it", async () => {
    const node = new FakeNode();
    node.mines = false;
    node.instead((method, _params, usual) => {
      if (method === "hardhat_getAutomine") return true;
      if (method !== "evm_mine") return usual();
      node.mines = true;
      node.mine();
      return "0x0";
    });
    const before = node.now;
    const { mined, events } = await sendOn(node, 3);
    expect(mined.size).to.equal(3);
    expect(node.now - before).to.be.below(10_000);
    expect(events.filter(({ type }) => type === "feeRaised")).to.deep.equal([]);
  });

  it("makes the blocks for three confirmations on a node that mines only what is sent", async () => {
    const node = new FakeNode();
    const mine = () => {
      node.mines = true;
      node.mine();
      node.mines = false;
    };
    node.mines = false;
    node.instead((method, _params, usual) => {
      if (method === "hardhat_getAutomine") return true;
      const given = method === "evm_mine" ? "0x0" : usual();
      if (method === "evm_mine" || method === "eth_sendRawTransaction") mine();
      return given;
    });
    const { mined } = await sendOn(node, 1, { confirmations: 3 });
    expect(node.block - mined.get("step/0")!.blockNumber).to.equal(2);
  });

  it("keeps the window for the next wave", async () => {
    const node = new FakeNode();
    const sender = new StepSender(contextOn(node).context);
    const steps = plannedSteps(160);
    await sender.send(steps.slice(0, 80), () => {});
    node.mostPending = 0;
    await sender.send(steps.slice(80), () => {});
    expect(node.mostPending).to.equal(80);
  });

  it("signs nothing on another chain", async () => {
    const node = new FakeNode();
    node.genesis = id("another chain");
    const { error, signed } = await refusedOn(node, 1);
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

  it("computes a contract's address from account and nonce, whatever the node says", async () => {
    const steps = plannedSteps(2, true);
    const { mined } = await sendOn(new FakeNode(), steps);
    for (const { step, contractAddress } of steps) {
      expect(mined.get(step)?.contractAddress).to.equal(contractAddress);
    }
    const { context: other } = contextOn(new FakeNode());
    const called = await new StepSender(other).send(plannedSteps(1), () => {});
    expect(called.mined.get("step/0")).to.not.have.property("contractAddress");
  });

  it("signs no contract that would get another address, and says why", async () => {
    const node = new FakeNode();
    const [first, , third] = plannedSteps(3, true);
    const steps = [first, third].filter((step) => step !== undefined);
    const { mined, failed, signed } = await sendOn(node, steps);
    expect([...mined.keys()]).to.deep.equal(["step/0"]);
    expect([...failed]).to.deep.equal([
      [
        "step/2",
        {
          reason: `the account ${wallet.address} has sent other transactions in the meantime`,
          isByOthers: true,
        },
      ],
    ]);
    expect(signed).to.deep.equal([0]);
  });
});
