import { expect } from "chai";
import { id } from "ethers";

import type { HigherFee } from "../../../../src/engine/execution/sending/fee-limit.js";
import { rejection } from "../../../rejection.js";
import { FakeNode, wallet } from "./fake-node.js";
import { noncesOf, pendingOn } from "./pending-run.js";

const GWEI = 10n ** 9n;
const UNDERPRICED = "transaction underpriced";

function stillNode(): FakeNode {
  const node = new FakeNode();
  node.mines = false;
  return node;
}

/** Returns the maximum fee of each transaction, in wei per gas. */
const pricesOf = (handed: readonly { readonly maxFeePerGas: bigint | null }[]) =>
  handed.map(({ maxFeePerGas }) => maxFeePerGas);

describe("the fee of a pending step", () => {
  it("is raised by a quarter if no step of its account was mined for the agreed time", async () => {
    const node = stillNode();
    const { pending, steps, handed, events, context } = await pendingOn(node, 2, {
      raiseAfter: 60_000,
      repeatAfter: 10 ** 9,
    });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.now += 40_000;
    node.mines = true;
    node.blockRoom = 1;
    node.mine();
    await pending.poll();
    for (const [wait, prices] of [
      [59_999, []],
      [1, [3_750_000_001n]],
      [59_999, []],
      [1, [4_687_500_002n]],
    ] as const) {
      node.now += wait;
      await pending.resendDue();
      expect(noncesOf(handed)).to.deep.equal(prices.map(() => 1));
      expect(pricesOf(handed.splice(0))).to.deep.equal(prices);
    }
    const raised = events.filter(({ type }) => type === "feeRaised");
    const [, first, second] = context.journal.transactions("step/1");
    expect(raised).to.deep.equal([
      { type: "feeRaised", step: "step/1", price: 3_750_000_001n, transactionHash: first?.hash },
      { type: "feeRaised", step: "step/1", price: 4_687_500_002n, transactionHash: second?.hash },
    ]);
    expect(context.journal.transactions("step/1")).to.have.length(3);
    expect(context.journal.transactions("step/0")).to.have.length(1);
  });

  it("is raised at once, and as often as necessary, if the node finds it too low", async () => {
    const node = stillNode();
    const { pending, steps, handed, signed, context } = await pendingOn(node, 1);
    const answer = node.answer.bind(node);
    node.answer = (method, params) => {
      if (method === "eth_sendRawTransaction") {
        node.refusal = handed.length < 2 ? UNDERPRICED : undefined;
      }
      return answer(method, params);
    };
    await pending.send(steps);
    expect(pricesOf(handed)).to.deep.equal([3n * GWEI, 3_750_000_001n, 4_687_500_002n]);
    expect(signed, "the same nonce").to.deep.equal([0, 0]);
    expect(context.journal.transactions("step/0").at(-1)?.hash).to.equal(handed.at(-1)?.hash);
  });

  it("is journaled before it is sent", async () => {
    const node = stillNode();
    const { pending, steps, handed, context } = await pendingOn(node, 1, { raiseAfter: 60_000 });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.now += 60_000;
    Object.assign(context.journal, { write: async () => await Promise.reject(new Error("full")) });
    expect((await rejection(pending.resendDue())).message).to.equal("full");
    expect(handed).to.deep.equal([]);
  });

  it("is not raised on another chain", async () => {
    const node = stillNode();
    const { pending, steps, signed } = await pendingOn(node, 1, { raiseAfter: 60_000 });
    await pending.send(steps);
    await pending.poll();
    node.now += 60_000;
    node.genesis = id("another chain");
    expect(await rejection(pending.resendDue())).to.have.property("name", "WrongChainError");
    expect(signed).to.deep.equal([]);
  });

  it("stays if the pool is full by then, and the replacement waits for room", async () => {
    const node = stillNode();
    const { pending, steps, handed, signed } = await pendingOn(node, 1, { raiseAfter: 60_000 });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.pool.splice(0);
    node.refusal = "txpool is full";
    node.now += 60_000;
    await pending.resendDue();
    expect(pricesOf(handed)).to.deep.equal([3_750_000_001n]);
    node.refusal = undefined;
    node.block++;
    await pending.poll();
    await pending.resendDue();
    expect(pricesOf(handed)).to.deep.equal([3_750_000_001n, 3_750_000_001n]);
    expect(signed).to.deep.equal([0]);
  });

  it("is not raised for a step that waits behind one that the pool had no room for", async () => {
    const node = stillNode();
    const { pending, steps, handed, signed, context } = await pendingOn(node, 3);
    Object.assign(context.target.provider, { keepsOrder: true });
    const answer = node.answer.bind(node);
    node.answer = (method, params) => {
      node.refusal = handed.length === 0 ? "txpool is full" : UNDERPRICED;
      return answer(method, params);
    };
    await pending.send(steps);
    expect(noncesOf(handed)).to.deep.equal([0, 1, 2]);
    expect(signed).to.deep.equal([]);
  });
});

describe("a pending step at the fee cap", () => {
  const policy = { gasPrice: undefined, cap: 3n * GWEI, raiseAfter: 60_000 };

  it("is sent again unchanged, and a higher cap is asked for only after the same time again", async () => {
    const node = stillNode();
    const asked: HigherFee[] = [];
    const confirmHigherFee = async (higher: HigherFee) => asked.push(higher) > 0;
    const { pending, steps, handed, events } = await pendingOn(node, 1, {
      fees: policy,
      confirmHigherFee,
      repeatAfter: 10 ** 9,
    });
    await pending.send(steps);
    await pending.poll();
    handed.splice(0);
    node.now += 60_000;
    await pending.resendDue();
    expect(pricesOf(handed)).to.deep.equal([3n * GWEI]);
    expect(asked).to.deep.equal([]);
    node.now += 59_999;
    await pending.resendDue();
    expect(handed).to.have.length(1);
    node.now += 1;
    await pending.resendDue();
    expect(asked).to.deep.equal([{ cap: 3n * GWEI, price: 2n * GWEI, wanted: 6n * GWEI }]);
    expect(pricesOf(handed)).to.deep.equal([3n * GWEI, 3_750_000_001n]);
    expect(events.filter(({ type }) => type === "feeRaised")).to.have.length(1);
  });

  it("waits as long again at the next cap", async () => {
    const node = stillNode();
    const asked: HigherFee[] = [];
    const confirmHigherFee = async (higher: HigherFee) => asked.push(higher) > 0;
    const { pending, steps } = await pendingOn(node, 1, { fees: policy, confirmHigherFee });
    await pending.send(steps);
    await pending.poll();
    const times: number[] = [];
    for (let minute = 1; minute <= 8; minute++) {
      node.now += 60_000;
      const before = asked.length;
      await pending.resendDue();
      if (asked.length > before) times.push(minute);
    }
    expect(times).to.deep.equal([2, 6]);
    expect(asked.map(({ cap }) => cap)).to.deep.equal([3n * GWEI, 6n * GWEI]);
  });

  it("asks at once if the node refuses it, and stops after a no", async () => {
    const node = stillNode();
    node.refusal = UNDERPRICED;
    const { pending, steps, handed, signed } = await pendingOn(node, 1, { fees: policy });
    const error = await rejection(pending.send(steps));
    expect(error).to.include({ name: "FeeCapError", step: "step/0", paid: 3n * GWEI });
    expect(pricesOf(handed)).to.deep.equal([3n * GWEI, 3n * GWEI]);
    expect(signed).to.deep.equal([]);
    expect(pending.unminedOf(wallet.address).count).to.equal(1);
  });
});
