import { expect } from "chai";
import { id } from "ethers";

import type { HigherFee } from "../../../../src/engine/execution/sending/fee-limit.js";
import { PendingStory } from "./pending-story.js";
import { itTells, Story } from "./story.js";

const GWEI = 10n ** 9n;
const FULL = "txpool is full";
const UNDERPRICED = "transaction underpriced";
/** Longer than any story, in milliseconds. */
const NEVER = 10 ** 9;
const RAISED = { raiseAfter: 60_000 };

const it = itTells(() => new Story());

describe("the fee of a pending step", () => {
  it("is raised by a quarter if no step of its account was mined for the agreed time", async () => {
    const story = await PendingStory.of(2, { ...RAISED, repeatAfter: NEVER });
    await story.sent();
    story.node.now += 40_000;
    story.mine(1);
    await story.poll();
    for (const later of [59_999, 1, 59_999, 1]) await story.due(later);
  });

  it("is raised to the tip of a node that finds it too low, at once, and as often as necessary", async () => {
    const story = await PendingStory.of(1);
    story.node.tip = 20n * GWEI;
    let sendings = 0;
    story.node.instead((method, _params, answer) => {
      if (method === "eth_sendRawTransaction")
        story.node.refusal = sendings++ < 2 ? UNDERPRICED : undefined;
      return answer();
    });
    await story.hand();
  });

  const CHANGES: Readonly<Record<string, (story: PendingStory) => unknown>> = {
    "is journaled before it is sent": ({ run }) => {
      const write = async () => await Promise.reject(new Error("full"));
      return Object.assign(run.context.journal, { write });
    },
    "is not raised on another chain": ({ node }) => (node.genesis = id("another chain")),
  };
  for (const [title, change] of Object.entries(CHANGES)) {
    it(title, async () => {
      const story = await PendingStory.of(1, RAISED);
      await story.sent();
      change(story);
      await story.due(60_000);
    });
  }

  it("stays if the pool is full by then, and the replacement waits for room", async () => {
    const story = await PendingStory.of(1, RAISED);
    await story.sent();
    story.node.pool.splice(0);
    story.node.refusal = FULL;
    await story.due(60_000);
    story.node.refusal = undefined;
    await story.next(0, 1);
  });

  it("is not raised for a step that waits behind one that the pool had no room for", async () => {
    const story = await PendingStory.of(3);
    Object.assign(story.run.context.target.provider, { keepsOrder: true });
    let sendings = 0;
    story.node.instead((method, _params, answer) => {
      if (method === "eth_sendRawTransaction")
        story.node.refusal = sendings++ === 0 ? FULL : UNDERPRICED;
      return answer();
    });
    await story.hand();
  });
});

describe("a pending step at the fee cap", () => {
  /** Begins with a step at a cap of 3 gwei; every price that is asked for gets a yes. */
  async function atTheCap(repeatAfter?: number) {
    const asked: HigherFee[] = [];
    const story = await PendingStory.of(1, {
      fees: { gasPrice: undefined, cap: 3n * GWEI, raiseAfter: 60_000 },
      confirmHigherFee: async (higher) => await Promise.resolve(asked.push(higher) > 0),
      ...(repeatAfter !== undefined && { repeatAfter }),
    });
    return { story, asked };
  }

  it("is sent again unchanged, and a higher cap is asked for only after the same time again", async () => {
    const { story, asked } = await atTheCap(NEVER);
    await story.sent();
    for (const later of [60_000, 59_999]) await story.due(later);
    expect(asked).to.deep.equal([]);
    await story.due(1);
    expect(asked).to.deep.equal([{ cap: 3n * GWEI, price: 2n * GWEI, wanted: 6n * GWEI }]);
  });

  it("waits as long again at the next cap", async () => {
    const { story, asked } = await atTheCap();
    await story.sent();
    const times: number[] = [];
    for (let minute = 1; minute <= 8; minute++) {
      const before = asked.length;
      await story.due(60_000);
      if (asked.length > before) times.push(minute);
    }
    expect(times).to.deep.equal([2, 6]);
    expect(asked.map(({ cap }) => cap)).to.deep.equal([3n * GWEI, 6n * GWEI]);
  });

  it("asks at once if the node refuses it, and stops after a no", async () => {
    const fees = { gasPrice: undefined, cap: 3n * GWEI, raiseAfter: 60_000 };
    const story = await PendingStory.of(1, { fees });
    Object.assign(story.node, { refusal: UNDERPRICED, tip: 20n * GWEI });
    await story.hand();
  });
});
