import { id } from "ethers";

import type { FakeNode } from "./fake-node.js";
import { PendingStory } from "./pending-story.js";
import { itTells, Story } from "./story.js";

const FULL = "txpool is full";
const UNDERPRICED = "transaction underpriced";
const AGAIN = { repeatAfter: 5_000 };
const RAISED = { raiseAfter: 60_000 };

const it = itTells(() => new Story());

describe("pending steps that are due", () => {
  it("are sent again after the agreed time, the first 16 in nonce order, and then only after that time again", async () => {
    const story = await PendingStory.of(20, AGAIN);
    story.run.window.grow(2);
    await story.sent();
    for (const later of [4_999, 1, 0, 4_999, 1]) await story.due(later);
  });

  it("cause no request if none is due", async () => {
    const story = await PendingStory.of(2);
    await story.sent();
    await story.due();
  });

  it("are not sent to another chain", async () => {
    const story = await PendingStory.of(1, AGAIN);
    await story.sent();
    story.node.genesis = id("another chain");
    await story.due(5_000);
  });

  it("are reported each time that the node takes them", async () => {
    const story = await PendingStory.of(1, AGAIN);
    await story.sent();
    await story.due(5_000);
    story.node.pool.splice(0);
    story.node.refusal = UNDERPRICED;
    await story.due(5_000);
  });

  it("are sent in nonce order, in whatever order they are given", async () => {
    const story = await PendingStory.of(3);
    story.run.steps.reverse();
    await story.hand();
  });

  it("are not due before the agreed time since they were sent at last, if they had to wait for room", async () => {
    const story = await PendingStory.of(1, { repeatAfter: 15_000 });
    story.node.refusal = FULL;
    await story.hand();
    story.node.refusal = undefined;
    story.node.now += 14_000;
    await story.next(0, 1);
    for (const later of [1_000, 13_999, 1]) await story.next(later);
  });

  it("are sent again unchanged while the fee of an earlier one is raised", async () => {
    const story = await PendingStory.of(2, { ...RAISED, repeatAfter: 15_000 });
    await story.hand(0, 1);
    story.node.now += 30_000;
    await story.hand(1);
    await story.poll();
    await story.due(30_000);
  });

  it("bring back the step before them that a reorganisation removed, and only that", async () => {
    const story = await PendingStory.of(4, { repeatAfter: 15_000 });
    story.node.foreign.push({ hash: id("step 0"), nonce: 0, block: 5 });
    await story.hand(2);
    await story.poll();
    await story.due(15_000);
  });

  it("ask a private node to mine two seconds after the last of them was sent or mined, also for a single step", async () => {
    const story = await PendingStory.of(3);
    await story.hand(0, 2);
    await story.poll();
    story.node.now += 1_500;
    await story.hand(2);
    await story.next(1_999);
    story.mine(2);
    for (const later of [0, 1_999, 1]) await story.next(later);
  });

  it("stop behind a nonce of another program once that transaction has disappeared and they wait for too long", async () => {
    const story = await PendingStory.of(2, { ...RAISED, first: 1 });
    await story.sent();
    await story.due(60_000);
  });
});

describe("pending steps that the node had no room for", () => {
  it("are not reported as sent, and wait for a block or the agreed time", async () => {
    const story = await PendingStory.of(1, AGAIN);
    story.node.refusal = FULL;
    await story.poll();
    await story.sent();
    for (const [later, blocks] of [[4_999], [1], [4_999], [0, 1], [0]])
      await story.next(later, blocks);
  });

  it("hold back all later ones, also those signed since", async () => {
    const story = await PendingStory.of(3);
    story.node.refusal = FULL;
    await story.hand(0, 2);
    await story.hand(2);
    story.node.refusal = undefined;
    await story.next(0, 1);
  });

  it("are tried with as many at a time as the node kept, counting what it has, and one more for each block", async () => {
    const story = await PendingStory.of(6);
    story.node.poolRoom = 3;
    await story.hand();
    story.node.poolRoom = 4;
    await story.next(0, 1);
    story.mine(1);
    await story.next();
  });

  it("are all held from the first refused one on, if the provider sends them at once", async () => {
    const story = await PendingStory.of(5);
    story.node.poolRoom = 2;
    Object.assign(story.run.context.target.provider, { keepsOrder: true });
    await story.sent();
    story.node.poolRoom = 5;
    story.mine(Infinity);
    await story.next();
  });

  it("keep more than 16 to the gas of one block, counting what is pending and what is sent with them", async () => {
    const story = await PendingStory.of(22);
    // The gas limit of each step is 52,500.
    story.run.windows.blockGasLimit = 20n * 52_500n;
    story.run.window.grow(10);
    await story.hand(0, 18);
    await story.hand(18);
  });
});

describe("a poll of pending steps", () => {
  it("reports once per block how many steps it waits for", async () => {
    const story = await PendingStory.of(2);
    await story.sent();
    await story.poll();
    story.mine(1);
    await story.poll();
    story.mine(1);
    await story.poll();
  });

  it("reports that also at the first block of a new chain", async () => {
    const story = await PendingStory.of(1);
    story.node.block = 1;
    await story.sent();
  });

  it("says once that a node makes no blocks for what was sent", async () => {
    const story = await PendingStory.of(2);
    await story.hand();
    for (const later of [0, 29_000, 2_000, 31_000]) {
      story.node.now += later;
      await story.next();
    }
  });

  it("requests one receipt of a step with one transaction, while the node shows none", async () => {
    const story = await PendingStory.of(1);
    await story.hand();
    story.mine(1);
    story.node.hidesReceipts = true;
    await story.poll();
  });

  it("requests receipts only of steps whose nonce is used, once per block", async () => {
    const story = await PendingStory.of(2, { confirmations: 3 });
    await story.sent();
    story.mine(1);
    for (let count = 0; count < 3; count++) await story.poll();
    story.mine(1);
    await story.poll();
  });

  it("lets more be sent with each mined transaction, but not for those before the first poll or after a reorganisation", async () => {
    const story = await PendingStory.of(4);
    const { mined } = story.node;
    await story.hand(0, 3);
    story.mine(3);
    await story.poll();
    await story.hand(3);
    await story.poll();
    const [first] = mined.keys();
    mined.delete(first!);
    await story.poll();
    mined.set(first!, 11);
    await story.poll();
  });
});

describe("a look for what a node forgot", () => {
  /** Sends steps with a large window, and looks again after the node forgot some of them. */
  async function forgetting(count: number, forget: (node: FakeNode) => unknown): Promise<void> {
    const story = await PendingStory.of(count);
    story.run.window.grow(4);
    await story.hand();
    await story.next();
    forget(story.node);
    await story.next(0, 2);
    await story.next(0, 1);
  }

  it("asks every second block for the first and the last pending step", async () => {
    const story = await PendingStory.of(5);
    await story.hand();
    for (let block = 0; block < 7; block++) await story.next(0, 1);
  });

  for (const [lost, kept] of [
    [18, 18],
    [1, 16],
  ] as const) {
    it(`keeps ${kept} pending from then on if it is step ${lost} of 24, and sends again from there`, async () => {
      await forgetting(24, ({ pool }) => [23, lost].map((at) => pool.splice(at, 1)));
    });
  }

  it("takes a single forgotten step as one that did not fit into a block, and sends it again in the same window", async () => {
    await forgetting(3, ({ pool }) => pool.splice(0, 1));
  });

  it("sends nothing again if the node knows everything when asked a second time", async () => {
    let lookups = 0;
    await forgetting(3, (node) =>
      node.instead((method, _params, answer) =>
        method === "eth_getTransactionByHash" && ++lookups === 1 ? null : answer(),
      ),
    );
  });

  it("does not ask for steps that the node had no room for", async () => {
    const story = await PendingStory.of(3);
    story.node.poolRoom = 2;
    await story.hand();
    await story.next();
    await story.next(0, 2);
  });
});
