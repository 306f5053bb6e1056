import { expect } from "chai";

import { waitForOthers } from "../../../../src/engine/execution/sending/wait-for-others.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, wallet } from "./fake-node.js";

const fees = { gasPrice: undefined, cap: 1n, raiseAfter: 1_000 };

describe("waitForOthers", () => {
  it("counts what is pending, not what the account has sent in its life", async () => {
    const node = new FakeNode();
    for (let nonce = 0; nonce < 5; nonce++) node.foreign.push({ hash: "0x", nonce, block: 1 });
    node.others = 2;
    node.mine = () => void (node.others = 0);
    const { context, events } = contextOn(node);
    await waitForOthers(context, wallet.address);
    expect(events).to.deep.equal([{ type: "waitingForOthers", account: wallet.address, count: 2 }]);
  });

  it("does not wait for an account without pending transactions, even if the node lags", async () => {
    const node = new FakeNode();
    const before = node.now;
    node.foreign.push({ hash: "0x", nonce: 0, block: 1 });
    const { context, events } = contextOn(node);
    await waitForOthers(context, wallet.address);
    node.instead((_method, params, usual) => (params[1] === "pending" ? "0x0" : usual()));
    await waitForOthers(context, wallet.address);
    expect(events).to.deep.equal([]);
    expect(node.now).to.equal(before);
  });

  it("waits as long as a step of its own may be pending, longer from poll to poll", async () => {
    const node = new FakeNode();
    node.others = 1;
    const before = node.now;
    const { context } = contextOn(node, { fees });
    const error = await rejection(waitForOthers(context, wallet.address));
    expect(error.message).to.equal(
      `The account ${wallet.address} has 1 pending transactions that are not part of this migration and are not being ` +
        "mined. Nothing more was sent. Wait for them or replace them, then run the same command again.",
    );
    // The waits: 50, 100, 200, 400 and 800 ms.
    expect(node.now - before).to.equal(1_550);
  });
});
