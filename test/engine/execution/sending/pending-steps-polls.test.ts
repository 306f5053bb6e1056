import { expect } from "chai";

import { FakeNode, wallet } from "./fake-node.js";
import { countOf, noncesOf, pendingOn } from "./pending-run.js";

const RECEIPT = "eth_getTransactionReceipt";
const LOOKUP = "eth_getTransactionByHash";

describe("a poll of pending steps", () => {
  it("reports once per block how many steps it waits for", async () => {
    const node = new FakeNode();
    node.blockRoom = 1;
    const { pending, steps, events } = await pendingOn(node, 2);
    await pending.send(steps);
    for (let poll = 0; poll < 2; poll++) await pending.poll();
    node.mine();
    await pending.poll();
    const waiting = events.filter(({ type }) => type === "waiting");
    expect(waiting).to.deep.equal([
      { type: "waiting", count: 2, blockNumber: 10 },
      { type: "waiting", count: 1, blockNumber: 11 },
    ]);
    node.blockRoom = 2;
    node.mine();
    await pending.poll();
    expect(pending.size).to.equal(0);
    expect(events.filter(({ type }) => type === "waiting")).to.have.length(2);
  });

  it("reports that also at the first block of a new chain", async () => {
    const node = new FakeNode();
    node.block = 1;
    const { pending, steps, events } = await pendingOn(node, 1);
    await pending.send(steps);
    await pending.poll();
    expect(events.at(-1)).to.deep.equal({ type: "waiting", count: 1, blockNumber: 1 });
  });

  it("says once that a node makes no blocks for what was sent", async () => {
    const node = new FakeNode();
    const { pending, steps, events } = await pendingOn(node, 2);
    await pending.send(steps);
    for (const second of [0, 29, 31, 62]) {
      node.now = second * 1000;
      await pending.poll();
      await pending.resendDue();
    }
    const told = events.filter(({ type }) => type === "noBlocks");
    expect(told).to.deep.equal([{ type: "noBlocks", seconds: 31, confirmations: 1, unmined: 2 }]);
  });

  it("requests one receipt of a step with one transaction, while the node shows none", async () => {
    const node = new FakeNode();
    const { pending, steps } = await pendingOn(node, 1);
    await pending.send(steps);
    node.mine();
    node.hidesReceipts = true;
    await pending.poll();
    expect(countOf(node, RECEIPT)).to.equal(1);
    expect(pending.size).to.equal(1);
  });

  it("requests receipts only of steps whose nonce is used, once per block", async () => {
    const node = new FakeNode();
    node.blockRoom = 1;
    const { pending, steps } = await pendingOn(node, 2, { confirmations: 3 });
    await pending.send(steps);
    await pending.poll();
    expect(countOf(node, RECEIPT)).to.equal(0);
    node.mine();
    for (let poll = 0; poll < 3; poll++) await pending.poll();
    expect(countOf(node, RECEIPT)).to.equal(1);
    expect(pending.unminedOf(wallet.address)).to.deep.equal({ count: 1, gas: 52_500n });
    node.blockRoom = 2;
    node.mine();
    await pending.poll();
    expect(countOf(node, RECEIPT)).to.equal(3);
    expect(pending.unminedOf(wallet.address)).to.deep.equal({ count: 0, gas: 0n });
  });

  it("knows the number and the gas of an account's transactions that are in no block", async () => {
    const { pending, steps } = await pendingOn(new FakeNode(), 3);
    await pending.send(steps);
    expect(pending.unminedOf(wallet.address)).to.deep.equal({ count: 3, gas: 157_500n });
    expect(pending.unminedOf("0x")).to.deep.equal({ count: 0, gas: 0n });
  });

  it("sends more with each mined transaction, but not for those before the first poll or after a reorganisation", async () => {
    const node = new FakeNode();
    const { pending, steps, window } = await pendingOn(node, 4);
    await pending.send(steps.slice(0, 3));
    node.mine();
    await pending.poll();
    expect(window.size).to.equal(16);
    await pending.send(steps.slice(3));
    await pending.poll();
    const [first] = node.mined.keys();
    node.mined.delete(first ?? "");
    await pending.poll();
    expect(window.size).to.equal(16);
    node.mined.set(first ?? "", 11);
    await pending.poll();
    expect(window.size).to.equal(19);
  });
});

describe("a look for what a node forgot", () => {
  it("asks every second block for the first and the last pending step", async () => {
    const node = new FakeNode();
    node.mines = false;
    const { pending, steps } = await pendingOn(node, 5);
    await pending.send(steps);
    const asked: number[] = [];
    for (; node.block < 17; node.block++) {
      await pending.poll();
      await pending.resendDue();
      asked.push(countOf(node, LOOKUP));
    }
    expect(asked).to.deep.equal([0, 0, 2, 2, 4, 4, 6]);
  });

  for (const [lost, kept] of [
    [18, 18],
    [1, 16],
  ] as const) {
    it(`keeps ${kept} pending from then on if it is step ${lost} of 24, and sends again from there`, async () => {
      const node = new FakeNode();
      node.mines = false;
      const { pending, steps, window, handed } = await pendingOn(node, 24);
      window.grow(4);
      await pending.send(steps);
      await pending.poll();
      await pending.resendDue();
      expect(noncesOf(handed)).to.deep.equal([...steps.keys()]);
      handed.splice(0);
      node.pool.splice(23);
      node.pool.splice(lost, 1);
      node.block += 2;
      await pending.poll();
      await pending.resendDue();
      expect(window.size).to.equal(kept);
      expect(noncesOf(handed)).to.deep.equal([...steps.keys()].slice(lost, kept));
      expect(pending.unminedOf(wallet.address).count).to.equal(24);
    });
  }

  it("takes a single forgotten step as one that did not fit into a block, and sends it again in the same window", async () => {
    const node = new FakeNode();
    node.mines = false;
    const { pending, steps, window, handed } = await pendingOn(node, 3);
    window.grow(4);
    await pending.send(steps);
    await pending.poll();
    await pending.resendDue();
    handed.splice(0);
    node.pool.splice(0, 1);
    node.block += 2;
    await pending.poll();
    await pending.resendDue();
    expect(noncesOf(handed)).to.deep.equal([0, 1, 2]);
    expect(window.size).to.equal(28);
  });

  it("sends nothing again if the node knows everything when asked a second time", async () => {
    const node = new FakeNode();
    node.mines = false;
    const { pending, steps, handed } = await pendingOn(node, 3);
    await pending.send(steps);
    await pending.poll();
    await pending.resendDue();
    handed.splice(0);
    node.block += 2;
    const answer = node.answer.bind(node);
    node.answer = (method, params) =>
      method === LOOKUP && countOf(node, LOOKUP) === 1 ? null : answer(method, params);
    for (let poll = 0; poll < 2; poll++) {
      await pending.poll();
      await pending.resendDue();
      node.block++;
    }
    expect(countOf(node, LOOKUP)).to.equal(4);
    expect(handed).to.deep.equal([]);
  });

  it("does not ask for steps that the node had no room for", async () => {
    const node = new FakeNode();
    node.mines = false;
    node.poolRoom = 2;
    const { pending, steps } = await pendingOn(node, 3);
    await pending.send(steps);
    await pending.poll();
    await pending.resendDue();
    const before = countOf(node, LOOKUP);
    node.block += 2;
    await pending.poll();
    await pending.resendDue();
    expect(countOf(node, LOOKUP) - before).to.equal(2);
  });
});
