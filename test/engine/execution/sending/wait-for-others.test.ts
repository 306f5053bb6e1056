import { waitForOthers } from "../../../../src/engine/execution/sending/wait-for-others.js";
import { wallet } from "./fake-node.js";
import { itTells, Story } from "./story.js";

const fees = { gasPrice: undefined, cap: 1n, raiseAfter: 1_000 };

const it = itTells(() => new Story());

describe("waitForOthers", () => {
  const wait = async (story: Story) =>
    await story.act("wait", async () => await waitForOthers(story.context, wallet.address));

  it("does not wait for an account without pending transactions, even if the node lags", async (story) => {
    story.node.foreign.push({ hash: "0x", nonce: 0, block: 1 });
    await wait(story);
    story.node.instead((_method, params, usual) => (params[1] === "pending" ? "0x0" : usual()));
    await wait(story);
  });

  it("waits as long as a step of its own may be pending, longer from poll to poll", async () => {
    const story = new Story({ fees });
    story.node.others = 1;
    // The waits: 50, 100, 200, 400 and 800 ms.
    await wait(story);
  });
});
