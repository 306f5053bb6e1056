import { expect } from "chai";
import { id } from "ethers";

import type { MemoryJournal } from "../journal/memory-journal.js";
import { PlanSender } from "../../../../src/engine/execution/sending/plan-sender.js";
import type { Planned } from "../../../../src/engine/execution/steps/plan.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps } from "./fake-node.js";
import { noncesOf, pendingOn } from "./pending-run.js";

/** A node whose clock can be moved; `moves` lists the moves in seconds. */
function movableNode() {
  const node = new FakeNode();
  const moves: number[] = [];
  node.instead((method, params, usual) => {
    if (method === "evm_mine") return null;
    if (method !== "evm_increaseTime") return usual();
    moves.push(Number(params[0]));
    node.time += Number(params[0]);
    return null;
  });
  return { node, moves };
}

describe("PlanSender", () => {
  it("sends wave after wave, each after the one before is mined, and reports each mined step", async () => {
    const node = new FakeNode();
    const sizes: number[] = [];
    node.beforeBlocks(() => void sizes.push(node.pool.length));
    const { context, events } = contextOn(node);
    const sender = new PlanSender(context);
    const plan = plannedSteps(3).map((step, index) => ({ ...step, wave: index < 2 ? 0 : 1 }));
    sender.expect(plan);
    expect(await sender.send(plan)).to.equal(undefined);
    expect(sizes).to.deep.equal([2, 1]);
    const hashOf = (step: string) => context.journal.transactions(step)[0]?.hash;
    expect(events.filter(({ type }) => type === "mined")).to.deep.equal(
      [11, 11, 12].map((blockNumber, index) => ({
        type: "mined",
        step: `step/${index}`,
        count: index + 1,
        total: 3,
        blockNumber,
        gasUsed: 21_000n,
        transactionHash: hashOf(`step/${index}`),
      })),
    );
    expect(sender.ledger.mined("step/2", plan[2]?.call ?? "")?.blockNumber).to.equal(12);
  });

  it("reports what a step cost if the node tells", async () => {
    const node = new FakeNode();
    node.instead((method, _params, usual) => {
      const result = usual();
      if (method !== "eth_getTransactionReceipt" || result === null) return result;
      return { ...(result as object), effectiveGasPrice: "0x2" };
    });
    const { context, events } = contextOn(node);
    await new PlanSender(context).send(plannedSteps(1));
    expect(events.find(({ type }) => type === "mined")).to.include({ fee: 42_000n });
  });

  it("counts to no less than the steps that are done, also if it expected none", async () => {
    const { context, events } = contextOn(new FakeNode());
    await new PlanSender(context).send(plannedSteps(2));
    const counts = events.flatMap((event) =>
      event.type === "mined" ? [[event.count, event.total]] : [],
    );
    expect(counts).to.deep.equal([
      [1, 1],
      [2, 2],
    ]);
  });

  it("counts the steps of an earlier run once", async () => {
    const node = new FakeNode();
    const { context, steps, events } = await pendingOn(node, 1);
    node.mined.set(steps[0]?.hash ?? "", 5);
    const sender = new PlanSender(context);
    expect(await sender.readJournaled()).to.deep.equal([]);
    expect(sender.ledger.size).to.equal(1);
    const plan = plannedSteps(3);
    sender.expect(plan);
    await sender.send(plan.slice(1));
    const counts = events.flatMap((event) =>
      event.type === "mined" ? [[event.count, event.total]] : [],
    );
    expect(counts).to.deep.equal([
      [2, 3],
      [3, 3],
    ]);
  });

  it("stops at the first difference from the rehearsal", async () => {
    const node = new FakeNode();
    const { handed } = node;
    const sender = new PlanSender(contextOn(node).context);
    const logs = [{ address: `0x${"aa".repeat(20)}`, topics: [], data: "0x" }];
    const plan = plannedSteps(2).map((step, wave) => ({ ...step, wave, logs }));
    expect(await sender.send(plan)).to.deep.equal({
      reason: "step step/0 emitted different events or created a different contract",
      isExplained: false,
    });
    expect(noncesOf(handed)).to.deep.equal([0]);
    expect(sender.ledger.has("step/0"), "it is on the chain").to.equal(true);
  });

  it("counts no step that failed, and reports it as the difference", async () => {
    const node = new FakeNode();
    node.instead((method, _params, usual) => {
      const result = usual();
      if (method !== "eth_getTransactionReceipt" || result === null) return result;
      return { ...(result as object), status: "0x0" };
    });
    const { context } = contextOn(node);
    const sender = new PlanSender(context);
    const [step] = plannedSteps(1);
    if (step === undefined) throw new Error("No step.");
    const earlier = { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] };
    sender.ledger.add(step.step, step.call, earlier);
    const divergence = await sender.send([step]);
    expect(divergence?.reason).to.match(/^step step\/0 failed: its transaction 0x\w+ reverted$/);
    expect(sender.ledger.has(step.step)).to.equal(false);
  });

  it("starts no wave once the user wants to stop", async () => {
    const node = new FakeNode();
    const { context, signed } = contextOn(node, { signal: AbortSignal.abort() });
    const error = await rejection(new PlanSender(context).send(plannedSteps(1)));
    expect(error).to.have.property("name", "InterruptionError");
    expect(signed).to.deep.equal([]);
    expect(node.requests).to.deep.equal([]);
  });

  it("moves the clock from the chain's time, and journals that before", async () => {
    const { node, moves } = movableNode();
    node.time = 5_000;
    const { context } = contextOn(node);
    const sender = new PlanSender(context);
    const plan: readonly Planned[] = [{ kind: "clock", step: "wait", seconds: 60, wave: 0 }];
    expect(await sender.send(plan)).to.equal(undefined);
    expect(moves).to.deep.equal([60]);
    expect(node.time).to.equal(5_060);
    expect(sender.ledger.clockMoved("wait")).to.equal(true);
    const { lines } = context.journal as MemoryJournal;
    expect(lines).to.deep.equal([{ kind: "clock", step: "wait", target: 5_060 }]);
  });

  it("journals nothing of a clock that it cannot journal, and does not move it", async () => {
    const { node, moves } = movableNode();
    const { context } = contextOn(node);
    Object.assign(context.journal, { write: async () => await Promise.reject(new Error("full")) });
    const plan: readonly Planned[] = [{ kind: "clock", step: "wait", seconds: 60, wave: 0 }];
    expect((await rejection(new PlanSender(context).send(plan))).message).to.equal("full");
    expect(moves).to.deep.equal([]);
  });
});

describe("PlanSender.finishJournaled", () => {
  it("sends what is in no block, and enters all in the ledger", async () => {
    const node = new FakeNode();
    const { context, handed } = await pendingOn(node, 2);
    const sender = new PlanSender(context);
    await sender.finishJournaled();
    expect(noncesOf(handed)).to.deep.equal([0, 1]);
    expect(sender.ledger.size).to.equal(2);
    expect(sender.ledger.has("step/1")).to.equal(true);
  });

  it("moves a clock that was set back, and then sends the steps that wait for it", async () => {
    const { node, moves } = movableNode();
    const { handed } = node;
    const { context, signed } = contextOn(node);
    await context.journal.moveClock("wait", 9_000);
    const other = await pendingOn(new FakeNode(), 1);
    await context.journal.sign(other.steps);
    node.time = 100;
    const sender = new PlanSender(context);
    await sender.finishJournaled();
    expect(moves).to.deep.equal([8_900]);
    expect(noncesOf(handed)).to.deep.equal([0]);
    expect(signed).to.deep.equal([]);
    expect(sender.ledger.clockMoved("wait")).to.equal(true);
    expect(sender.ledger.has("step/0")).to.equal(true);
  });

  it("replaces a stuck step only as this run's rehearsals planned it", async () => {
    for (const isPlanned of [true, false]) {
      const node = new FakeNode();
      const { context, signed } = await pendingOn(node, 1, { raiseAfter: 1_000 });
      const mine = node.mine.bind(node);
      node.mine = () => {
        if (signed.length > 0) mine();
      };
      const sender = new PlanSender(context);
      if (isPlanned) sender.expect(plannedSteps(1));
      const error = await sender.finishJournaled().catch((reason: Error) => reason);
      expect(signed).to.deep.equal(isPlanned ? [0] : []);
      expect(error?.message).to.equal(
        isPlanned
          ? undefined
          : `Step step/0 (nonce 0 of ${context.journal.header.account}) is pending with too low a fee. An earlier run signed it, but this run could not rehearse it, so it is not replaced. Wait until it is mined, or cancel it in your wallet with the same nonce, then run the same command again.`,
      );
    }
  });

  it("keeps a step out of the ledger that another program's transaction replaced", async () => {
    const node = new FakeNode();
    const { context } = await pendingOn(node, 1);
    node.mine = () => {
      node.block++;
      if (node.pool.splice(0).length === 0) return;
      node.foreign.push({ hash: id("another"), nonce: 0, block: node.block });
    };
    const sender = new PlanSender(context);
    await sender.finishJournaled();
    expect(sender.ledger.size).to.equal(0);
    expect(context.journal.steps).to.deep.equal([]);
  });
});
