import { expect } from "chai";
import { id, Wallet } from "ethers";

import { MemoryJournal } from "../journal/memory-journal.js";
import { FakeNode, plannedSteps } from "./fake-node.js";
import { pendingOn } from "./pending-run.js";
import { itTells, Story } from "./story.js";

/** A node that mines what it gets at once, or only when it is asked. */
function developmentNode(minesAtOnce: boolean): FakeNode {
  const node = new FakeNode();
  const mine = () => {
    node.mines = true;
    node.mine();
    node.mines = false;
  };
  node.mines = false;
  node.instead((method, _params, usual) => {
    if (method === "hardhat_getAutomine") return true;
    const given = method === "evm_mine" ? "0x0" : usual();
    if (method === "evm_mine" || (minesAtOnce && method === "eth_sendRawTransaction")) mine();
    return given;
  });
  return node;
}

/** Does something before the transaction with a nonce is signed. */
function atNonce(nonce: number, { context }: Story, act: () => void): void {
  for (const signer of context.signers.values()) {
    const sign = signer.signTransaction.bind(signer);
    const signTransaction: typeof sign = async (transaction) => {
      if (transaction.nonce === nonce) act();
      return await sign(transaction);
    };
    Object.assign(signer, { signTransaction });
  }
}

const it = itTells(() => new Story());

describe("StepSender", () => {
  it("starts with 16 pending transactions, and sends more after each block that includes them", async (story) => {
    await story.send(200);
  });

  it("keeps no more gas pending than fits into a block, but always 16 transactions", async (story) => {
    // A block of this node has 16.8 million gas; steps ask for 210,000 or 1,680,000.
    await story.send(plannedSteps(200).map((step) => ({ ...step, gas: 4n * step.gas })));
    const other = new Story();
    await other.send(plannedSteps(40).map((step) => ({ ...step, gas: 2_000_000n })));
  });

  for (const [room, count] of [
    [1, 8],
    [5, 30],
    [16, 60],
    [40, 60],
  ] as const) {
    it(`waits if the pool has room for ${room}, and sends everything once`, async (story) => {
      story.node.poolRoom = room;
      await story.send(count);
    });
  }

  it("finds what a node silently drops, and sends less from then on", async (story) => {
    Object.assign(story.node, { blockRoom: 30, poolKeeps: 48 });
    await story.send(400);
  });

  it("asks a node to mine that holds the last transaction without mining it", async () => {
    const story = new Story({}, developmentNode(false));
    await story.send(3);
  });

  it("makes the blocks for three confirmations on a node that mines only what is sent", async () => {
    const story = new Story({ confirmations: 3 }, developmentNode(true));
    await story.send(1);
  });

  it("keeps the window for the next wave", async (story) => {
    const steps = plannedSteps(160);
    await story.send(steps.slice(0, 80));
    await story.send(steps.slice(80));
  });

  it("signs nothing on another chain", async (story) => {
    story.node.genesis = id("another chain");
    await story.send(1);
  });

  for (const confirmations of [1, 2, 5]) {
    it(`waits for ${confirmations} confirmations`, async () => {
      const story = new Story({ confirmations });
      await story.send(1);
    });
  }

  it("computes a contract's address from account and nonce, whatever the node says", async () => {
    const steps = plannedSteps(2, true);
    const { mined } = (await new Story().send(steps))!;
    for (const { step, contractAddress } of steps) {
      expect(mined.get(step)?.contractAddress).to.equal(contractAddress);
    }
    const called = await new Story().send(1);
    expect(called!.mined.get("step/0")).to.not.have.property("contractAddress");
  });

  it("signs no contract that would get another address, and says why", async (story) => {
    const [first, , third] = plannedSteps(3, true);
    await story.send([first!, third!]);
    // What it had not signed, it need not drop.
    const { lines } = story.context.journal as MemoryJournal;
    expect(lines.map(({ kind }) => kind)).to.deep.equal(["signed"]);
  });

  it("checks the chain and the fees once for all transactions that it signs together", async (story) => {
    const { node } = story;
    node.mines = false;
    let sleeps = 0;
    node.beforeBlocks(() => {
      node.mines = ++sleeps > 3;
    });
    await story.send(18);
  });

  it("uses the nonces after what other programs have pending", async (story) => {
    const { node } = story;
    node.others = 2;
    node.beforeBlocks(() => {
      const others = [0, 1].map((nonce) => ({ hash: `0x${nonce}`, nonce, block: node.block }));
      if (node.others > 0) node.foreign.push(...others);
      node.others = 0;
    });
    await story.send(2);
  });

  it("offers no more than the fee cap, and no more gas than the journal allows", async () => {
    const story = new Story({
      fees: { gasPrice: undefined, cap: 2_500_000_000n, raiseAfter: 120_000 },
    });
    const [first, second] = plannedSteps(2);
    await story.send([first!, { ...second!, gas: 2_000_000n }]);
  });

  it("signs for no account without a key", async (story) => {
    const { address } = new Wallet(id("no key of ours"));
    await story.send(plannedSteps(1).map((step) => ({ ...step, from: address })));
    expect(story.context.journal.steps).to.deep.equal([]);
  });
});

describe("StepSender, if the user stops it", () => {
  it("waits for what was sent, and sends nothing more", async () => {
    const stop = new AbortController();
    const story = new Story({ signal: stop.signal });
    story.node.beforeBlocks(() => void stop.abort());
    let mined = 0;
    await story.send(20, () => mined++);
    expect(mined).to.equal(16);
  });

  it("is finished as usual if everything was sent by then", async () => {
    const stop = new AbortController();
    const story = new Story({ signal: stop.signal });
    story.node.beforeBlocks(() => void stop.abort());
    await story.send(3);
  });

  it("signs nothing more, but journals and sends what is signed", async () => {
    const stop = new AbortController();
    const story = new Story({ signal: stop.signal });
    atNonce(1, story, () => void stop.abort());
    await story.send(4);
    expect(story.context.journal.steps).to.deep.equal(["step/0", "step/1"]);
  });

  it("journals what is signed if the signer then refuses, and does not have it signed again", async (story) => {
    let refuses = true;
    atNonce(2, story, () => {
      if (refuses) throw new Error("denied on the device");
    });
    const steps = plannedSteps(3);
    await story.send(steps);
    expect(story.context.journal.steps).to.deep.equal(["step/0", "step/1"]);
    refuses = false;
    await story.finish();
    await story.send(steps.slice(2));
  });

  it("requests no fees and signs nothing if it was stopped before", async () => {
    const story = new Story({ signal: AbortSignal.abort() });
    await story.send(1);
  });
});

describe("what a journal holds", () => {
  /** Begins with a journal that has signed steps. */
  async function journaled(count: number, changes = {}) {
    const node = new FakeNode();
    const run = await pendingOn(node, count, changes);
    return { story: new Story({}, node, run), steps: run.steps };
  }

  it("is read without sending anything: what is mined, and the rest in nonce order", async () => {
    const { story, steps } = await journaled(3);
    const { context, node } = story;
    const journal = new MemoryJournal(context.journal.header, []);
    const [first, second, third] = steps;
    await journal.sign([third!, first!, second!]);
    node.mined.set(second!.hash, 5);
    const other = new Story({}, node, { context: { ...context, journal }, events: [], signed: [] });
    await other.act("read", async () => {
      const { outcome, unmined } = await other.sender.readJournaled();
      return { outcome, unmined: unmined.map(({ nonce }) => nonce) };
    });
  });

  it("needs no check of the chain if all of it is mined", async () => {
    const { story, steps } = await journaled(2);
    for (const { hash } of steps) story.node.mined.set(hash, 5);
    await story.finish();
  });

  it("is sent and waited for, with as long a wait as nothing is mined, and not a moment after", async () => {
    const { story } = await journaled(2, { repeatAfter: 300 });
    const { node } = story;
    const waits: number[] = [];
    const { sleep } = node.clock;
    node.clock.sleep = async (milliseconds) => {
      node.mines = waits.push(milliseconds) > 3;
      await sleep(milliseconds);
    };
    await story.finish();
    expect(waits).to.deep.equal([50, 100, 200, 400]);
  });

  it("loses the steps that failed", async () => {
    const { story, steps } = await journaled(1);
    story.node.mined.set(steps[0]!.hash, 5);
    story.node.instead((method, _params, usual) => {
      const result = usual();
      return method === "eth_getTransactionReceipt"
        ? { ...(result as object), status: "0x0" }
        : result;
    });
    await story.finish();
    expect(story.context.journal.steps).to.deep.equal([]);
  });
});
