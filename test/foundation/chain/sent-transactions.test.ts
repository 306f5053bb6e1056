import { expect } from "chai";

import { findSent } from "../../../src/foundation/chain/sent-transactions.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

describe("findSent", () => {
  it("asks again while a node has not counted the transaction, lacks its block, or has another one", async () => {
    const hash = `0x${"1".repeat(64)}`;
    const transaction = { hash, from: ACCOUNT, nonce: "0x0", to: null, input: "0x", value: "0x0" };
    const heights = ["0x1", "0x2"];
    const blocks = [null, { transactions: [] }, { transactions: [transaction] }];
    const answers: Readonly<Record<string, (block: unknown) => unknown>> = {
      eth_blockNumber: () => heights.shift(),
      eth_getTransactionCount: (block) => (block === "0x2" ? "0x1" : "0x0"),
      eth_getBlockByNumber: () => blocks.shift(),
    };
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        await Promise.resolve(answers[method]!(params[1])),
    };
    let pauses = 0;
    const pause = async () => await Promise.resolve(++pauses <= 3);
    const found = await findSent(provider, ACCOUNT, { first: 0, end: 1 }, 0, pause);
    expect(found.map((each) => each.hash)).to.deep.equal([hash]);
    expect(pauses).to.equal(3);

    // Here an authorization may have used the nonce.
    heights.push("0x2");
    blocks.push({
      transactions: [{ ...transaction, from: `0x${"1".repeat(40)}`, type: "0x4" }],
    } as never);
    expect(await findSent(provider, ACCOUNT, { first: 0, end: 1 }, 0, pause)).to.deep.equal([]);
    expect(pauses).to.equal(3);
  });
});
