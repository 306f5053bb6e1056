import { expect } from "chai";
import { parseUnits, toQuantity } from "ethers";

import { tipOf } from "../../src/chain/tip.js";
import { FakeNode } from "../execution/sending/fake-node.js";

const gwei = (value: string) => parseUnits(value, "gwei");

/** Returns the tip on a chain whose blocks paid these tips; 0 is an empty block. */
async function tipAfter(tips: readonly string[] | undefined, suggested: string): Promise<bigint> {
  const node = new FakeNode();
  node.tips = tips?.map(gwei);
  node.tip = gwei(suggested);
  return await tipOf(node.provider);
}

describe("tipOf", () => {
  it("is the node's suggestion, but no more than recent blocks paid", async () => {
    expect(await tipAfter(["0", "1", "2", "3", "4"], "1500")).to.equal(gwei("2"));
    expect(await tipAfter(["30", "31", "30"], "30.5")).to.equal(gwei("30"));
    expect(await tipAfter(["2", "2"], "1.5")).to.equal(gwei("1.5"));
    expect(await tipAfter(["2", "2"], "0")).to.equal(gwei("2"));
  });

  it("is not what the only transaction of a quiet chain paid", async () => {
    expect(await tipAfter(["0", "49"], "49")).to.equal(gwei("1"));
    expect(await tipAfter(["49", "0", "49", "0", "0"], "49")).to.equal(gwei("1"));
  });

  it("is not moved by single blocks that paid much more", async () => {
    expect(await tipAfter(["1", "900", "1", "2", "900"], "900")).to.equal(gwei("2"));
  });

  for (const [name, tips] of [
    ["are empty", ["0", "0"]],
    ["are not shown", undefined],
  ] as const) {
    it(`is the node's suggestion up to one GWei if recent blocks ${name}`, async () => {
      expect(await tipAfter(tips, "1500")).to.equal(gwei("1"));
      expect(await tipAfter(tips, "0.001")).to.equal(gwei("0.001"));
      expect(await tipAfter(tips, "0")).to.equal(gwei("1"));
    });
  }

  for (const history of [null, {}, { reward: null }, { reward: [["much"]] }]) {
    it(`is one GWei if the node answers ${toText(history)}`, async () => {
      const node = new FakeNode();
      const answer = node.answer.bind(node);
      node.answer = (method, params) =>
        method === "eth_feeHistory" ? history : answer(method, params);
      node.tip = gwei("7");
      expect(await tipOf(node.provider)).to.equal(gwei("1"));
    });
  }

  it("asks for twenty blocks", async () => {
    const node = new FakeNode();
    let asked: readonly unknown[] = [];
    node.answer = (method, params) => {
      if (method === "eth_feeHistory") asked = params;
      return "0x1";
    };
    await tipOf(node.provider);
    expect(asked).to.deep.equal([toQuantity(20), "latest", [60]]);
  });
});

function toText(value: unknown): string {
  return JSON.stringify(value);
}
