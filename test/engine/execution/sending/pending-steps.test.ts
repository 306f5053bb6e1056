import { id, Transaction } from "ethers";

import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { foreignTransaction, plannedSteps, wallet, type FakeNode } from "./fake-node.js";
import { itTells, Story } from "./story.js";

/** Longer than any of these tests takes on the fake node's clock, in milliseconds. */
const NEVER = 10 ** 12;
/** Longer than this test takes, but short enough for steps that were never sent, in milliseconds. */
const LONG = 900_000;
const NO_RAISE = { gasPrice: undefined, cap: 30n * 10n ** 9n, raiseAfter: NEVER };

/** Has a node replace what it gets by a transaction of another program, maybe with the effect of a step. */
function replacing(node: FakeNode, step?: PlannedStep): void {
  node.mine = () => {
    node.block++;
    if (node.pool.splice(0).length === 0) return;
    node.foreign.push(foreignTransaction(0, node.block, step));
  };
}

const it = itTells(() => new Story());

describe("pending steps", () => {
  it("do not miss blocks before the first one, if the node knows of their block before it counts it", async () => {
    const story = new Story({ repeatAfter: LONG, fees: NO_RAISE });
    story.node.now = NEVER;
    let polls = 0;
    story.node.instead((method, _params, usual) =>
      method === "eth_blockNumber" && ++polls < 5 ? "0x0" : usual(),
    );
    await story.send(1);
  });

  it("fail if another transaction used their nonce, and only then", async () => {
    const story = new Story({ fees: NO_RAISE });
    replacing(story.node);
    await story.send(1);
  });

  it("are done if a transaction with the same call used their nonce, as when a wallet replaces it", async () => {
    const story = new Story({ fees: NO_RAISE });
    replacing(story.node, plannedSteps(1)[0]);
    await story.send(1);
  });

  it("are mined again after a reorganisation that removed them before they were confirmed", async () => {
    const story = new Story({ confirmations: 4, fees: NO_RAISE });
    const { node } = story;
    const mine = node.mine.bind(node);
    let isTaken = false;
    node.mine = () => {
      mine();
      if (isTaken || node.mined.size === 0 || node.block < 13) return;
      isTaken = true;
      node.mined.clear();
    };
    await story.send(1);
  });
});

describe("journaled steps", () => {
  const SOON = { ...NO_RAISE, raiseAfter: 1_000 };

  /** Begins with a step that was signed with another gas limit than the plan's, once the clock was moved. */
  async function journaled(time: number, fees = NO_RAISE): Promise<Story> {
    const story = new Story({ fees });
    const { journal } = story.context;
    await journal.moveClock("clock", time);
    const [{ step, from, call, to, data }] = plannedSteps(1) as [PlannedStep];
    const terms = { chainId: 1337, nonce: 0, gasLimit: 49_999n, gasPrice: 10n ** 10n, type: 0 };
    const raw = await wallet.signTransaction({ ...terms, to: to!, data });
    const hash = Transaction.from(raw).hash!;
    await journal.sign([{ step, from, nonce: 0, call, hash, raw }]);
    return story;
  }

  for (const [what, time] of [
    ["wait until the clock is where it was when they were signed", 999],
    ["are sent unchanged once it is, and not signed again", 1_000],
  ] as const) {
    it(what, async () => {
      const story = await journaled(1_000);
      story.node.time = time;
      await story.finish();
    });
  }

  it("are not sent on another chain", async () => {
    const story = await journaled(0);
    story.node.genesis = id("another chain");
    await story.finish();
  });

  const PLANS: Readonly<Record<string, (step: PlannedStep) => readonly PlannedStep[]>> = {
    "are replaced by what the plan asks for, never by what the file says": (step) => [step],
    "are never signed again if the plan has no such step": () => [],
    "are never signed again if the plan has a step that does something else": (step) => [
      { ...step, call: id("another call") },
    ],
    "are never signed again if the plan has the same of another step": (step) => [
      { ...step, step: "step/1" },
    ],
  };
  for (const [what, planOf] of Object.entries(PLANS)) {
    it(what, async () => {
      const story = await journaled(0, SOON);
      const { node } = story;
      const mine = node.mine.bind(node);
      node.mine = () => {
        if (node.pool.some(({ gasLimit }) => gasLimit !== 49_999n)) mine();
      };
      await story.finish(plannedSteps(1).flatMap(planOf));
    });
  }
});
