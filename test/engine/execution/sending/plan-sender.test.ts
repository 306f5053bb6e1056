import { expect } from "chai";

import type { MemoryJournal } from "../journal/memory-journal.js";
import { PlanSender } from "../../../../src/engine/execution/sending/plan-sender.js";
import type { Planned } from "../../../../src/engine/execution/steps/plan.js";
import { FakeNode, foreignTransaction, plannedSteps } from "./fake-node.js";
import { pendingOn } from "./pending-run.js";
import { itTells, Story } from "./story.js";

const WAIT: readonly Planned[] = [{ kind: "clock", step: "wait", seconds: 60, wave: 0 }];

class PlanStory extends Story {
  readonly plans = new PlanSender(this.context);

  /** Begins with signed steps. */
  static async of(count: number, changes = {}): Promise<PlanStory> {
    const node = new FakeNode();
    return new PlanStory({}, node, await pendingOn(node, count, changes));
  }

  async sendPlan(plan: readonly Planned[]): Promise<void> {
    await this.act("send", async () => await this.plans.send(plan));
  }

  async finishJournaled(): Promise<void> {
    await this.act("finish", async () => void (await this.plans.finishJournaled()));
  }

  /** Has the node's clock be moved, by so many seconds each time. */
  watchClock(): number[] {
    const moves: number[] = [];
    this.node.instead((method, params, usual) => {
      if (method === "evm_mine") return null;
      if (method !== "evm_increaseTime") return usual();
      moves.push(Number(params[0]));
      this.node.time += Number(params[0]);
      return null;
    });
    return moves;
  }

  /** Has the node say something else in receipts. */
  changeReceipts(change: object): void {
    this.node.instead((method, _params, usual) => {
      const result = usual();
      if (method !== "eth_getTransactionReceipt" || result === null) return result;
      return { ...(result as object), ...change };
    });
  }

  protected override state(): readonly string[] {
    const { size } = this.plans?.ledger ?? { size: 0 };
    return [`${size} in the ledger`, ...super.state()];
  }
}

const it = itTells(() => new PlanStory());

describe("PlanSender", () => {
  it("sends wave after wave, each after the one before is mined, and reports each mined step", async (story) => {
    const plan = plannedSteps(3).map((step, index) => ({ ...step, wave: index < 2 ? 0 : 1 }));
    story.plans.expect(plan);
    await story.sendPlan(plan);
    expect(story.plans.ledger.mined("step/2", plan[2]!.call)?.blockNumber).to.equal(12);
  });

  it("reports what a step cost if the node tells", async (story) => {
    story.changeReceipts({ effectiveGasPrice: "0x2" });
    await story.sendPlan(plannedSteps(1));
  });

  it("counts to no less than the steps that are done, also if it expected none", async (story) => {
    await story.sendPlan(plannedSteps(2));
  });

  it("counts the steps of an earlier run once", async () => {
    const story = await PlanStory.of(1);
    const { journal } = story.context;
    story.node.mined.set(journal.transactions("step/0")[0]!.hash, 5);
    expect(await story.plans.readJournaled()).to.deep.equal([]);
    const plan = plannedSteps(3);
    story.plans.expect(plan);
    await story.sendPlan(plan.slice(1));
  });

  it("stops at the first difference from the rehearsal", async (story) => {
    const logs = [{ address: `0x${"aa".repeat(20)}`, topics: [], data: "0x" }];
    await story.sendPlan(plannedSteps(2).map((step, wave) => ({ ...step, wave, logs })));
  });

  it("counts no step that failed, and reports it as the difference", async (story) => {
    story.changeReceipts({ status: "0x0" });
    const [step] = plannedSteps(1);
    const earlier = { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] };
    story.plans.ledger.add(step!.step, step!.call, earlier);
    await story.sendPlan([step!]);
    expect(story.plans.ledger.has("step/0")).to.equal(false);
  });

  it("starts no wave once the user wants to stop", async () => {
    const story = new PlanStory({ signal: AbortSignal.abort() });
    await story.sendPlan(plannedSteps(1));
  });

  it("moves the clock from the chain's time, and journals that before", async (story) => {
    const moves = story.watchClock();
    story.node.time = 5_000;
    await story.sendPlan(WAIT);
    expect(moves).to.deep.equal([60]);
    expect(story.plans.ledger.clockMoved("wait")).to.equal(true);
    const { lines } = story.context.journal as MemoryJournal;
    expect(lines).to.deep.equal([{ kind: "clock", step: "wait", target: 5_060 }]);
  });

  it("journals nothing of a clock that it cannot journal, and does not move it", async (story) => {
    const write = async () => await Promise.reject(new Error("full"));
    Object.assign(story.context.journal, { write });
    const moves = story.watchClock();
    await story.sendPlan(WAIT);
    expect(moves).to.deep.equal([]);
  });
});

describe("PlanSender.finishJournaled", () => {
  it("sends what is in no block, and enters all in the ledger", async () => {
    const story = await PlanStory.of(2);
    await story.finishJournaled();
  });

  it("waits for the confirmations of what an earlier run sent, and sends nothing", async () => {
    const story = await PlanStory.of(1, { confirmations: 3 });
    const { hash } = story.context.journal.transactions("step/0")[0]!;
    story.node.mined.set(hash, story.node.block);
    await story.finishJournaled();
  });

  it("moves a clock that was set back, and then sends the steps that wait for it", async (story) => {
    const { journal } = story.context;
    await journal.moveClock("wait", 9_000);
    await journal.sign((await pendingOn(new FakeNode(), 1)).steps);
    const moves = story.watchClock();
    story.node.time = 100;
    await story.finishJournaled();
    expect(moves).to.deep.equal([8_900]);
    expect(story.plans.ledger.clockMoved("wait")).to.equal(true);
  });

  for (const isPlanned of [true, false]) {
    it(`${isPlanned ? "replaces" : "does not replace"} a stuck step as this run's rehearsals ${isPlanned ? "planned it" : "did not plan it"}`, async () => {
      const story = await PlanStory.of(1, { raiseAfter: 1_000 });
      const { node } = story;
      const mine = node.mine.bind(node);
      node.mine = () => {
        if (node.pool.some(({ maxFeePerGas }) => maxFeePerGas !== 3n * 10n ** 9n)) mine();
      };
      if (isPlanned) story.plans.expect(plannedSteps(1));
      await story.finishJournaled();
    });
  }

  it("keeps a step out of the ledger that another program's transaction replaced", async () => {
    const story = await PlanStory.of(1);
    const { node } = story;
    node.mine = () => {
      node.block++;
      if (node.pool.splice(0).length === 0) return;
      node.foreign.push(foreignTransaction(0, node.block));
    };
    await story.finishJournaled();
    expect(story.context.journal.steps).to.deep.equal([]);
  });
});
