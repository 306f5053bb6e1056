import { expect } from "chai";
import { id, Transaction } from "ethers";

import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";
import { sendOn } from "./send-on.js";

/** Longer than any of these tests takes on the fake node's clock, in milliseconds. */
const NEVER = 10 ** 12;
/** Longer than this test takes, but short enough for steps that were never sent, in milliseconds. */
const LONG = 900_000;
const NO_RAISE = { gasPrice: undefined, cap: 30n * 10n ** 9n, raiseAfter: NEVER };

/** Returns the number of transactions that a node was sent. */
function sent(node: FakeNode): number {
  return node.requests.filter((method) => method === "eth_sendRawTransaction").length;
}

describe("pending steps", () => {
  it("do not miss blocks before the first one, if the node knows of their block before it counts it", async () => {
    const node = new FakeNode();
    node.now = NEVER;
    let polls = 0;
    node.instead((method, _params, usual) =>
      method === "eth_blockNumber" && ++polls < 5 ? "0x0" : usual(),
    );
    const { events } = await sendOn(node, 1, { repeatAfter: LONG, fees: NO_RAISE });
    expect(polls).to.be.above(4);
    expect(events.map(({ type }) => type)).to.not.include("noBlocks");
  });

  it("fail if another transaction used their nonce, and only then", async () => {
    const node = new FakeNode();
    node.mine = () => {
      node.block++;
      if (node.pool.splice(0).length === 0) return;
      node.foreign.push({ hash: id("another"), nonce: 0, block: node.block });
    };
    const { mined, failed, context } = await sendOn(node, 1, { fees: NO_RAISE });
    expect([...mined]).to.deep.equal([]);
    expect([...failed]).to.deep.equal([
      [
        "step/0",
        {
          reason: `its nonce 0 was used by another transaction of ${wallet.address}`,
          isByOthers: true,
        },
      ],
    ]);
    // Failed steps leave the journal, so they may be signed again.
    expect(context.journal.transactions("step/0")).to.deep.equal([]);
  });

  it("are done if a transaction with the same call used their nonce, as when a wallet replaces it", async () => {
    const node = new FakeNode();
    const steps = plannedSteps(1);
    node.mine = () => {
      node.block++;
      if (node.pool.splice(0).length === 0) return;
      node.foreign.push({ hash: id("faster"), nonce: 0, block: node.block, step: steps[0] });
    };
    const { mined, failed, signed } = await sendOn(node, steps, { fees: NO_RAISE });
    expect(mined.get("step/0")?.transactionHash).to.equal(id("faster"));
    expect([...failed]).to.deep.equal([]);
    expect(signed).to.deep.equal([0]);
  });

  it("are mined again after a reorganisation that removed them before they were confirmed", async () => {
    const node = new FakeNode();
    const { context, signed } = contextOn(node, { confirmations: 4, fees: NO_RAISE });
    const mine = node.mine.bind(node);
    let isTaken = false;
    node.mine = () => {
      mine();
      if (isTaken || node.mined.size === 0 || node.block < 13) return;
      isTaken = true;
      node.mined.clear();
    };
    const depths: number[] = [];
    await new StepSender(context).send(plannedSteps(1), (_step, { blockNumber }) => {
      depths.push(node.block - blockNumber + 1);
    });
    expect(isTaken).to.equal(true);
    expect(depths).to.deep.equal([4]);
    expect(signed).to.deep.equal([0]);
    expect(sent(node)).to.be.greaterThan(1);
  });
});

describe("journaled steps", () => {
  const GAS_OF_THE_FILE = 49_999n;
  const SOON = { ...NO_RAISE, raiseAfter: 1_000 };

  async function journaled(node: FakeNode, time: number, fees = NO_RAISE) {
    const { context, signed } = contextOn(node, { fees });
    await context.journal.moveClock("clock", time);
    node.mines = false;
    const [step] = plannedSteps(1);
    if (step === undefined) throw new Error("No step.");
    const raw = await wallet.signTransaction({
      chainId: 1337,
      nonce: 0,
      to: step.to ?? null,
      data: step.data,
      gasLimit: GAS_OF_THE_FILE,
      gasPrice: 10n ** 10n,
      type: 0,
    });
    const hash = Transaction.from(raw).hash ?? "";
    const { call, from } = step;
    await context.journal.sign([{ step: step.step, from, nonce: 0, call, hash, raw }]);
    node.mines = true;
    return { context, signed };
  }

  it("wait until the clock is where it was when they were signed", async () => {
    const node = new FakeNode();
    const { context } = await journaled(node, 1_000);
    node.time = 999;
    const { outcome, early } = await new StepSender(context).finishJournaled([]);
    expect(early).to.equal(1);
    expect([...outcome.mined, ...outcome.failed]).to.deep.equal([]);
    expect(sent(node)).to.equal(0);
  });

  it("are sent unchanged once it is, and not signed again", async () => {
    const node = new FakeNode();
    const { context, signed } = await journaled(node, 1_000);
    node.time = 1_000;
    const { outcome, early } = await new StepSender(context).finishJournaled([]);
    expect(early).to.equal(0);
    expect([...outcome.mined.keys()]).to.deep.equal(["step/0"]);
    expect(signed).to.deep.equal([]);
    expect(sent(node)).to.equal(1);
  });

  it("are not sent on another chain", async () => {
    const node = new FakeNode();
    const { context } = await journaled(node, 0);
    node.genesis = id("another chain");
    const failed = await new StepSender(context).finishJournaled([]).catch((error: Error) => error);
    expect(failed).to.have.property("name", "WrongChainError");
    expect(sent(node)).to.equal(0);
  });

  it("are replaced by what the plan asks for, never by what the file says", async () => {
    const node = new FakeNode();
    const { context, signed } = await journaled(node, 0, SOON);
    const [step] = plannedSteps(1);
    const gasLimits: bigint[] = [];
    const mine = node.mine.bind(node);
    node.mine = () => {
      gasLimits.push(...node.pool.map(({ gasLimit }) => gasLimit));
      if (signed.length > 0) mine();
    };
    const { outcome } = await new StepSender(context).finishJournaled(plannedSteps(1));
    expect([...outcome.mined.keys()]).to.deep.equal(["step/0"]);
    expect(signed).to.deep.equal([0]);
    const ofPlan = ((step?.gas ?? 0n) * 105n) / 100n;
    expect([...new Set(gasLimits)]).to.deep.equal([GAS_OF_THE_FILE, ofPlan]);
  });

  const DIFFERING: Readonly<Record<string, (step: PlannedStep) => readonly PlannedStep[]>> = {
    "no such step": () => [],
    "a step that does something else": (step) => [{ ...step, call: id("another call") }],
    "the same of another step": (step) => [{ ...step, step: "step/1" }],
  };
  for (const [name, differ] of Object.entries(DIFFERING)) {
    it(`are never signed again if the plan has ${name}`, async () => {
      const node = new FakeNode();
      const { context, signed } = await journaled(node, 0, SOON);
      node.mine = () => {};
      const plan = plannedSteps(1).flatMap(differ);
      const error = await rejection(new StepSender(context).finishJournaled(plan));
      expect(error.message).to.include("step/0").and.include("so it is not replaced");
      expect(signed).to.deep.equal([]);
    });
  }
});
