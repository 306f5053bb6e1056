import { expect } from "chai";
import { parseUnits, toQuantity } from "ethers";

import {
  capFees,
  gasPriceOf,
  highestPrice,
  quoteFees,
  type Fees,
} from "../../../src/foundation/chain/fees.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { FakeNode } from "../../engine/execution/sending/fake-node.js";
import { expectRecorded } from "../../recorded.js";

const gwei = (value: string) => parseUnits(value, "gwei");

/** A chain that returns these answers and refuses every other request. */
function chain(answers: Readonly<Record<string, unknown>>): Eip1193Provider {
  return {
    async request({ method }) {
      if (method in answers) return answers[method];
      throw new Error(`the method ${method} does not exist`);
    },
  };
}

const BLOCK = { number: "0x1", timestamp: "0x1", gasLimit: "0x1c9c380" };
const LONDON = { eth_getBlockByNumber: { ...BLOCK, baseFeePerGas: "0x3b9aca00" } };
const LEGACY = { eth_getBlockByNumber: BLOCK, eth_gasPrice: "0x4a817c800" };

describe("fees", () => {
  it("are twice the base fee plus the tip if the chain has EIP-1559", async () => {
    const answers = { ...LONDON, eth_feeHistory: { reward: [["0x77359400"]] } };
    const quote = await quoteFees(chain(answers), undefined);
    expectRecorded({ ...quote, highest: highestPrice(quote.fees) });
  });

  it("are the node's price if the chain has no base fee", async () => {
    const quote = await quoteFees(chain(LEGACY), undefined);
    expectRecorded({ ...quote, highest: highestPrice(quote.fees) });
  });

  it("are the given price, to the wei, or what would be mined if that is below the base fee", async () => {
    const quotes = [
      await quoteFees(chain(LONDON), gwei("1.5")),
      await quoteFees(chain(LEGACY), gwei("1.5")),
      await quoteFees(chain(LONDON), gwei("0.5")),
    ];
    expectRecorded(quotes.map(({ price, fees }) => ({ price, fees })));
  });

  it("are no more than the cap", () => {
    const fees: Fees = { type: 2, maxFeePerGas: 30n, maxPriorityFeePerGas: 20n };
    const dynamic = [30n, 25n, 10n].map((cap) => capFees(fees, cap));
    expectRecorded([...dynamic, capFees({ type: 0, gasPrice: 30n }, 10n)]);
  });
});

async function tipFrom(node: FakeNode): Promise<bigint> {
  const { fees } = await quoteFees(node.provider, undefined);
  return fees.type === 2 ? fees.maxPriorityFeePerGas : -1n;
}

/** Returns the tip on a chain whose blocks paid these tips; 0 is an empty block. */
async function tipAfter(tips: readonly string[] | undefined, suggested: string): Promise<bigint> {
  const node = new FakeNode();
  node.tips = tips?.map(gwei);
  node.tip = gwei(suggested);
  return await tipFrom(node);
}

describe("the tip of a transaction", () => {
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
    it(`is the node's suggestion up to one gwei if recent blocks ${name}`, async () => {
      expect(await tipAfter(tips, "1500")).to.equal(gwei("1"));
      expect(await tipAfter(tips, "0.001")).to.equal(gwei("0.001"));
      expect(await tipAfter(tips, "0")).to.equal(gwei("1"));
    });
  }

  for (const history of [null, {}, { reward: null }, { reward: [["much"]] }]) {
    it(`is one gwei if the node answers ${JSON.stringify(history)}`, async () => {
      const node = new FakeNode();
      const answer = node.answer.bind(node);
      node.answer = (method, params) =>
        method === "eth_feeHistory" ? history : answer(method, params);
      node.tip = gwei("7");
      expect(await tipFrom(node)).to.equal(gwei("1"));
    });
  }

  it("asks for twenty blocks", async () => {
    const node = new FakeNode();
    const answer = node.answer.bind(node);
    let asked: readonly unknown[] = [];
    node.answer = (method, params) => {
      if (method === "eth_feeHistory") asked = params;
      return answer(method, params);
    };
    await tipFrom(node);
    expect(asked).to.deep.equal([toQuantity(20), "latest", [60]]);
  });
});

describe("gasPriceOf", () => {
  it("reads gwei, with fractions down to a wei", () => {
    for (const [text, wei] of [
      ["20", "20"],
      [" 1.5 ", "1.5"],
      ["0", "0"],
      ["0.000000001", "0.000000001"],
      ["007", "7"],
    ] as const) {
      expect(gasPriceOf(text)).to.equal(parseUnits(wei, "gwei"));
    }
    expect(gasPriceOf(20)).to.equal(parseUnits("20", "gwei"));
    expect(gasPriceOf(1.5e-7)).to.equal(150n);
    expect(gasPriceOf(undefined)).to.equal(undefined);
  });

  for (const text of ["", "-1", "fast", "1e3", "0x10", "1.0000000001", "1,5", "."]) {
    it(`refuses "${text}"`, () => {
      expect(() => gasPriceOf(text)).to.throw(MigrationError, "a non-negative number of gwei");
    });
  }

  it("refuses a fraction of a wei, and says which price it is", () => {
    expect(() => gasPriceOf(1e-10, "The cap")).to.throw(
      MigrationError,
      /^The cap is "0\.0000000001"/,
    );
  });
});
