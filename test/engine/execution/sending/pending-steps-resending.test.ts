import { expect } from "chai";
import { id } from "ethers";

import { rejection } from "../../../rejection.js";
import { FakeNode } from "./fake-node.js";
import { countOf, noncesOf, pendingOn } from "./pending-run.js";

const FULL = "txpool is full";

/** Returns a node that mines nothing on its own. */
function stillNode(): FakeNode {
  const node = new FakeNode();
  node.mines = false;
  return node;
}

describe("pending steps that are due", () => {
  it("are sent again after the agreed time, the first 16 in nonce order, and then only after that time again", async () => {
    const node = stillNode();
    const { pending, steps, window, handed } = await pendingOn(node, 20, { repeatAfter: 5_000 });
    window.grow(2);
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    for (const [wait, nonces] of [
      [4_999, []],
      [1, [...steps.keys()].slice(0, 16)],
      [0, []],
      [4_999, []],
      [1, [...steps.keys()].slice(0, 16)],
    ] as const) {
      node.now += wait;
      await pending.resendDue();
      expect(noncesOf(handed.splice(0))).to.deep.equal(nonces);
    }
  });

  it("cause no request if none is due", async () => {
    const node = stillNode();
    const { pending, steps } = await pendingOn(node, 2);
    await pending.send(steps);
    await pending.poll();
    const before = node.requests.length;
    await pending.resendDue();
    expect(node.requests.slice(before)).to.deep.equal([]);
  });

  it("are not sent to another chain", async () => {
    const node = stillNode();
    const { pending, steps, handed } = await pendingOn(node, 1, { repeatAfter: 5_000 });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.genesis = id("another chain");
    node.now += 5_000;
    expect(await rejection(pending.resendDue())).to.have.property("name", "WrongChainError");
    expect(handed).to.deep.equal([]);
  });

  it("are reported each time that the node takes them", async () => {
    const node = stillNode();
    const { pending, steps, events } = await pendingOn(node, 1, { repeatAfter: 5_000 });
    await pending.send(steps);
    await pending.poll();
    node.now += 5_000;
    await pending.resendDue();
    const sent = { type: "sent", step: "step/0", transactionHash: steps[0]?.hash };
    expect(events.filter(({ type }) => type === "sent")).to.deep.equal([sent, sent]);
    node.pool.splice(0);
    node.refusal = "transaction underpriced";
    node.now += 5_000;
    await pending.resendDue();
    expect(events.filter(({ type }) => type === "sent")).to.have.length(2);
  });
});

describe("pending steps that the node had no room for", () => {
  it("are not reported as sent, and wait for a block or the agreed time", async () => {
    const node = stillNode();
    const { pending, steps, events, handed } = await pendingOn(node, 1, { repeatAfter: 5_000 });
    node.refusal = FULL;
    await pending.poll();
    await pending.send(steps);
    expect(events).to.deep.equal([]);
    await pending.poll();
    for (const [wait, blocks, times] of [
      [4_999, 0, 1],
      [1, 0, 2],
      [4_999, 0, 2],
      [0, 1, 3],
      [0, 0, 3],
    ] as const) {
      node.now += wait;
      node.block += blocks;
      await pending.poll();
      await pending.resendDue();
      expect(handed, `${wait} ms, ${blocks} blocks`).to.have.length(times);
    }
    expect(countOf(node, "hardhat_getAutomine"), "nothing is in its pool").to.equal(0);
  });

  it("hold back all later ones, also those signed since", async () => {
    const node = stillNode();
    const { pending, steps, handed } = await pendingOn(node, 3);
    node.refusal = FULL;
    await pending.send(steps.slice(0, 2));
    expect(noncesOf(handed)).to.deep.equal([0]);
    await pending.send(steps.slice(2));
    expect(noncesOf(handed)).to.deep.equal([0]);
    node.refusal = undefined;
    node.block++;
    await pending.poll();
    await pending.resendDue();
    expect(noncesOf(handed)).to.deep.equal([0, 0]);
  });

  it("are tried with as many at a time as the node kept, counting what it has", async () => {
    const node = stillNode();
    node.poolRoom = 3;
    const { pending, steps, window } = await pendingOn(node, 6);
    await pending.send(steps);
    expect(noncesOf(node.pool)).to.deep.equal([0, 1, 2]);
    expect(window.size).to.equal(3);
    node.poolRoom = 4;
    node.block++;
    await pending.poll();
    await pending.resendDue();
    expect(noncesOf(node.pool)).to.deep.equal([0, 1, 2]);
    node.mines = true;
    node.blockRoom = 1;
    node.mine();
    await pending.poll();
    await pending.resendDue();
    expect(noncesOf(node.pool), "one more for each block").to.deep.equal([1, 2, 3, 4]);
  });

  it("are all held from the first refused one on, if the provider sends them at once", async () => {
    const node = stillNode();
    node.poolRoom = 2;
    const { pending, steps, handed, context } = await pendingOn(node, 5);
    Object.assign(context.target.provider, { keepsOrder: true });
    await pending.send(steps);
    expect(noncesOf(handed)).to.deep.equal([0, 1, 2, 3, 4]);
    await pending.poll();
    handed.splice(0);
    node.poolRoom = 5;
    node.mines = true;
    node.mine();
    await pending.poll();
    await pending.resendDue();
    expect(noncesOf(handed)).to.deep.equal([2, 3, 4]);
  });
});

describe("more than 16 pending steps", () => {
  it("keep to the gas of one block, counting what is pending and what is sent with them", async () => {
    const node = stillNode();
    const { pending, steps, windows, window, handed } = await pendingOn(node, 22);
    // The gas limit of each step is 52,500.
    windows.blockGasLimit = 20n * 52_500n;
    window.grow(10);
    await pending.send(steps.slice(0, 18));
    expect(noncesOf(handed)).to.deep.equal([...steps.keys()].slice(0, 18));
    await pending.send(steps.slice(18));
    expect(noncesOf(handed)).to.deep.equal([...steps.keys()].slice(0, 20));
  });
});

describe("pending steps", () => {
  it("are sent in nonce order, in whatever order they are given", async () => {
    const node = stillNode();
    const { pending, steps, handed } = await pendingOn(node, 3);
    await pending.send([...steps].reverse());
    expect(noncesOf(handed)).to.deep.equal([0, 1, 2]);
  });

  it("are not due before the agreed time since they were sent at last, if they had to wait for room", async () => {
    const node = stillNode();
    const { pending, steps, handed } = await pendingOn(node, 1, { repeatAfter: 15_000 });
    node.refusal = FULL;
    await pending.send(steps);
    node.refusal = undefined;
    handed.splice(0);
    for (const [wait, blocks, times] of [
      [14_000, 1, 1],
      [1_000, 0, 1],
      [13_999, 0, 1],
      [1, 0, 2],
    ] as const) {
      node.now += wait;
      node.block += blocks;
      await pending.poll();
      await pending.resendDue();
      expect(handed, `${wait} ms later`).to.have.length(times);
    }
  });

  it("are sent again unchanged while the fee of an earlier one is raised", async () => {
    const node = stillNode();
    const { pending, steps, handed } = await pendingOn(node, 2, {
      raiseAfter: 60_000,
      repeatAfter: 15_000,
    });
    await pending.send(steps.slice(0, 1));
    node.now += 30_000;
    await pending.send(steps.slice(1));
    await pending.poll();
    handed.splice(0);
    node.now += 30_000;
    await pending.resendDue();
    expect(noncesOf(handed)).to.deep.equal([1, 0]);
    expect(handed[0]?.hash).to.equal(steps[1]?.hash);
    expect(handed[1]?.maxFeePerGas).to.equal(3_750_000_001n);
  });

  it("bring back the step before them that a reorganisation removed, and only that", async () => {
    const node = stillNode();
    node.foreign.push({ hash: id("step 0"), nonce: 0, block: 5 });
    const { pending, steps, handed } = await pendingOn(node, 4, { repeatAfter: 15_000 });
    await pending.send(steps.slice(2));
    await pending.poll();
    handed.splice(0);
    node.now += 15_000;
    await pending.resendDue();
    expect(handed.map(({ hash }) => hash)).to.deep.equal(
      [1, 2, 3].map((nonce) => steps[nonce]?.hash),
    );
  });

  it("ask a private node to mine two seconds after the last of them was sent or mined", async () => {
    const node = stillNode();
    const AUTOMINE = "hardhat_getAutomine";
    const { pending, steps } = await pendingOn(node, 3);
    await pending.send(steps.slice(0, 2));
    await pending.poll();
    node.now += 1_500;
    await pending.send(steps.slice(2));
    for (const [wait, mined, times] of [
      [1_999, 0, 0],
      [0, 1, 0],
      [1_999, 0, 0],
      [1, 0, 1],
    ] as const) {
      node.now += wait;
      node.mines = mined > 0;
      node.blockRoom = 2;
      node.mine();
      await pending.poll();
      await pending.resendDue();
      expect(countOf(node, AUTOMINE), `${wait} ms later`).to.equal(times);
    }
    expect(pending.size, "asked for a single step, too").to.equal(1);
  });
});

describe("a pending step behind a nonce of another program", () => {
  it("stops once that transaction has disappeared and the step waits for too long", async () => {
    const node = stillNode();
    const { pending, steps, handed, signed } = await pendingOn(node, 2, {
      raiseAfter: 60_000,
      first: 1,
    });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.now += 60_000;
    expect((await rejection(pending.resendDue())).message).to.match(
      /^Step step\/1 cannot be mined: a transaction of \S+ with nonce 0, not part of this migration, was pending and has disappeared\. Send it again, or another one with that nonce, then run the same command again\.$/,
    );
    expect(signed).to.deep.equal([]);
  });
});
