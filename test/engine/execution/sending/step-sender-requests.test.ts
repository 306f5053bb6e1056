import { expect } from "chai";
import { Wallet } from "ethers";

import { MemoryJournal } from "../journal/memory-journal.js";
import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";
import { countOf, noncesOf, pendingOn } from "./pending-run.js";
import { sendOn } from "./send-on.js";

const GWEI = 10n ** 9n;

/** Returns a list of the waits on a node's clock, in milliseconds. */
function watchWaits(node: FakeNode): number[] {
  const waits: number[] = [];
  const { sleep } = node.clock;
  node.clock.sleep = async (milliseconds) => {
    waits.push(milliseconds);
    await sleep(milliseconds);
  };
  return waits;
}

describe("StepSender", () => {
  it("does not wait for a node that mines at once", async () => {
    const node = new FakeNode();
    node.instead((method, _params, usual) => {
      const result = usual();
      if (method === "eth_sendRawTransaction") node.mine();
      return result;
    });
    const waits = watchWaits(node);
    const { mined } = await sendOn(node, 2);
    expect(mined.size).to.equal(2);
    expect(waits).to.deep.equal([]);
  });

  it("checks the chain and the fees once for all transactions that it signs together", async () => {
    const node = new FakeNode();
    node.mines = false;
    let sleeps = 0;
    node.beforeBlocks(() => {
      node.mines = ++sleeps > 3;
      if (sleeps <= 3) expect(countOf(node, "eth_maxPriorityFeePerGas")).to.equal(1);
    });
    const { signed } = await sendOn(node, 18);
    expect(signed).to.have.length(18);
    expect(countOf(node, "eth_maxPriorityFeePerGas")).to.equal(2);
    expect(countOf(node, "eth_chainId")).to.equal(2);
  });

  it("reports each transaction as signed, then as sent, then as mined to its caller", async () => {
    const { context, events } = contextOn(new FakeNode());
    const done: string[] = [];
    await new StepSender(context).send(plannedSteps(2), (step) => done.push(step));
    const hashes = context.journal.steps.map((step) => context.journal.transactions(step)[0]?.hash);
    const from = wallet.address;
    expect(events.slice(0, 4)).to.deep.equal([
      { type: "signed", step: "step/0", from, nonce: 0, transactionHash: hashes[0] },
      { type: "signed", step: "step/1", from, nonce: 1, transactionHash: hashes[1] },
      { type: "sent", step: "step/0", transactionHash: hashes[0] },
      { type: "sent", step: "step/1", transactionHash: hashes[1] },
    ]);
    expect(done).to.deep.equal(["step/0", "step/1"]);
  });

  it("uses the nonces after what other programs have pending", async () => {
    const node = new FakeNode();
    node.others = 2;
    const { handed } = node;
    node.beforeBlocks(() => {
      const others = [0, 1].map((nonce) => ({ hash: `0x${nonce}`, nonce, block: node.block }));
      if (node.others > 0) node.foreign.push(...others);
      node.others = 0;
    });
    const { mined } = await sendOn(node, 2);
    expect(noncesOf(handed)).to.deep.equal([2, 3]);
    expect(mined.size).to.equal(2);
  });

  it("offers no more than the fee cap, and no more gas than the journal allows", async () => {
    const node = new FakeNode();
    const { handed } = node;
    const fees = { gasPrice: undefined, cap: 2_500_000_000n, raiseAfter: 120_000 };
    const steps = plannedSteps(2).map((step, index) =>
      index === 0 ? step : { ...step, gas: 2_000_000n },
    );
    await sendOn(node, steps, { fees });
    expect(handed.map(({ maxFeePerGas }) => maxFeePerGas)).to.deep.equal([
      2_500_000_000n,
      2_500_000_000n,
    ]);
    expect(handed.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)).to.deep.equal([
      GWEI,
      GWEI,
    ]);
    expect(handed.map(({ gasLimit }) => gasLimit)).to.deep.equal([52_500n, 1_000_000n]);
  });

  it("signs for no account without a key", async () => {
    const node = new FakeNode();
    const { context } = contextOn(node);
    const { address } = Wallet.createRandom();
    const steps = plannedSteps(1).map((step) => ({ ...step, from: address }));
    expect((await rejection(new StepSender(context).send(steps, () => {}))).message).to.equal(
      `There is no key to sign as ${address}.`,
    );
    expect(context.journal.steps).to.deep.equal([]);
  });

  it("drops only failed steps that it had signed", async () => {
    const node = new FakeNode();
    const [first, , third] = plannedSteps(3, true);
    const steps = [first, third].filter((step) => step !== undefined);
    const { context } = await sendOn(node, steps);
    const { lines } = context.journal as MemoryJournal;
    expect(lines.map(({ kind }) => kind)).to.deep.equal(["signed"]);
  });
});

describe("what a journal holds", () => {
  it("is read without sending anything: what is mined, and the rest in nonce order", async () => {
    const node = new FakeNode();
    const { context, steps } = await pendingOn(node, 3);
    const [first, second, third] = steps;
    if (first === undefined || second === undefined || third === undefined) throw new Error("No.");
    const journal = new MemoryJournal(context.journal.header, []);
    await journal.sign([third, first, second]);
    node.mined.set(second.hash, 5);
    const { outcome, unmined } = await new StepSender({ ...context, journal }).readJournaled();
    expect([...outcome.mined.keys()]).to.deep.equal(["step/1"]);
    expect(outcome.mined.get("step/1")).to.include({
      transactionHash: second.hash,
      blockNumber: 5,
    });
    expect(unmined.map(({ nonce }) => nonce)).to.deep.equal([0, 2]);
    expect(new Set(node.requests)).to.deep.equal(new Set(["eth_getTransactionReceipt"]));
  });

  it("needs no check of the chain if all of it is mined", async () => {
    const node = new FakeNode();
    const { context, steps } = await pendingOn(node, 2);
    for (const { hash } of steps) node.mined.set(hash, 5);
    const { outcome, early } = await new StepSender(context).finishJournaled([]);
    expect([...outcome.mined.keys()]).to.deep.equal(["step/0", "step/1"]);
    expect(early).to.equal(0);
    expect(node.requests).to.not.include("eth_chainId").and.not.include("eth_sendRawTransaction");
  });

  it("is sent and waited for, with as long a wait as nothing is mined, and not a moment after", async () => {
    const node = new FakeNode();
    node.mines = false;
    const waits = watchWaits(node);
    const { context, handed } = await pendingOn(node, 2, { repeatAfter: 300 });
    node.instead((_method, _params, usual) => {
      node.mines = waits.length >= 3;
      return usual();
    });
    const { outcome } = await new StepSender(context).finishJournaled([]);
    expect([...outcome.mined.keys()]).to.deep.equal(["step/0", "step/1"]);
    expect(waits).to.deep.equal([50, 100, 200, 400]);
    expect(noncesOf(handed)).to.deep.equal([0, 1, 0, 1]);
  });

  it("loses the steps that failed", async () => {
    const node = new FakeNode();
    const { context, steps } = await pendingOn(node, 1);
    node.mined.set(steps[0]?.hash ?? "", 5);
    node.instead((method, _params, usual) => {
      const result = usual();
      return method === "eth_getTransactionReceipt"
        ? { ...(result as object), status: "0x0" }
        : result;
    });
    const { outcome } = await new StepSender(context).finishJournaled([]);
    expect([...outcome.failed]).to.deep.equal([
      ["step/0", { reason: `its transaction ${steps[0]?.hash} reverted`, isByOthers: false }],
    ]);
    expect(context.journal.steps).to.deep.equal([]);
  });
});
