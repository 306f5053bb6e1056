import { expect } from "chai";
import { parseUnits } from "ethers";

import { capFees, highestPrice, raiseFees, suggestFees, type Fees } from "../../src/chain/fees.js";
import type { Eip1193Provider } from "../../src/chain/provider.js";

const gwei = (value: string) => parseUnits(value, "gwei");

/** A chain that answers with what is given, and refuses everything else. */
function chain(answers: Readonly<Record<string, unknown>>): Eip1193Provider {
  return {
    async request({ method }) {
      if (method in answers) return answers[method];
      throw new Error(`the method ${method} does not exist`);
    },
  };
}

const LONDON = { eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x3b9aca00" } };

describe("fees", () => {
  it("are twice the base fee and the node's tip where the chain has EIP-1559", async () => {
    const fees = await suggestFees(
      chain({ ...LONDON, eth_maxPriorityFeePerGas: "0x77359400" }),
      undefined,
    );
    expect(fees).to.deep.equal({
      type: 2,
      maxFeePerGas: gwei("4"),
      maxPriorityFeePerGas: gwei("2"),
    });
    expect(highestPrice(fees)).to.equal(gwei("4"));
  });

  for (const [name, answers] of Object.entries({
    "does not know the method": {},
    "suggests nothing": { eth_maxPriorityFeePerGas: "0x0" },
  })) {
    it(`have a tip of one GWei where the node ${name}`, async () => {
      expect(await suggestFees(chain({ ...LONDON, ...answers }), undefined)).to.deep.equal({
        type: 2,
        maxFeePerGas: gwei("3"),
        maxPriorityFeePerGas: gwei("1"),
      });
    });
  }

  it("are the node's price where the chain has no base fee", async () => {
    const legacy = chain({ eth_getBlockByNumber: { number: "0x1" }, eth_gasPrice: "0x4a817c800" });
    const fees = await suggestFees(legacy, undefined);
    expect(fees).to.deep.equal({ type: 0, gasPrice: gwei("20") });
    expect(highestPrice(fees)).to.equal(gwei("20"));
  });

  it("are what was asked for, and nothing is asked of the chain then", async () => {
    expect(await suggestFees(chain({}), gwei("1.5"))).to.deep.equal({
      type: 0,
      gasPrice: gwei("1.5"),
    });
    expect(await suggestFees(chain({}), 0n)).to.deep.equal({ type: 0, gasPrice: 0n });
  });

  it("are no more than the cap", () => {
    const fees: Fees = { type: 2, maxFeePerGas: 30n, maxPriorityFeePerGas: 20n };
    expect(capFees(fees, 30n)).to.deep.equal(fees);
    expect(capFees(fees, 25n)).to.deep.equal({ ...fees, maxFeePerGas: 25n });
    expect(capFees(fees, 10n)).to.deep.equal({
      type: 2,
      maxFeePerGas: 10n,
      maxPriorityFeePerGas: 10n,
    });
    expect(capFees({ type: 0, gasPrice: 30n }, 10n)).to.deep.equal({ type: 0, gasPrice: 10n });
  });

  describe("of a replacement", () => {
    const legacy = (price: string): Fees => ({ type: 0, gasPrice: gwei(price) });
    const london = (most: string, tip: string): Fees => ({
      type: 2,
      maxFeePerGas: gwei(most),
      maxPriorityFeePerGas: gwei(tip),
    });

    it("are a quarter more, more than the tenth that nodes ask for", () => {
      expect(raiseFees(legacy("8"), legacy("1"), gwei("100"))).to.deep.equal({
        type: 0,
        gasPrice: gwei("10") + 1n,
      });
      expect(raiseFees(london("8", "4"), london("2", "1"), gwei("100"))).to.deep.equal({
        type: 2,
        maxFeePerGas: gwei("10") + 1n,
        maxPriorityFeePerGas: gwei("5") + 1n,
      });
    });

    it("are what is suggested now where that is more", () => {
      expect(raiseFees(legacy("8"), legacy("50"), gwei("100"))).to.deep.equal(legacy("50"));
      expect(raiseFees(london("8", "4"), london("50", "1"), gwei("100"))).to.deep.equal({
        type: 2,
        maxFeePerGas: gwei("50"),
        maxPriorityFeePerGas: gwei("5") + 1n,
      });
    });

    it("rise even from nothing", () => {
      expect(raiseFees(legacy("0"), legacy("0"), 100n)).to.deep.equal({ type: 0, gasPrice: 1n });
    });

    it("go up to the cap, unless that is less than nodes take", () => {
      expect(raiseFees(legacy("8"), legacy("1"), gwei("9"))).to.deep.equal(legacy("9"));
      expect(raiseFees(legacy("8"), legacy("50"), gwei("9"))).to.deep.equal(legacy("9"));
      expect(raiseFees(legacy("8"), legacy("1"), gwei("8.7"))).to.equal(undefined);
      expect(raiseFees(legacy("8"), legacy("1"), gwei("8"))).to.equal(undefined);
      expect(raiseFees(london("8", "8"), london("1", "1"), gwei("9"))).to.deep.equal(
        london("9", "9"),
      );
    });

    it("never have a tip above the whole, and reach any cap in a bounded number of steps", () => {
      let last = london("3", "1");
      let count = 0;
      for (;;) {
        const fees = raiseFees(last, last, gwei("30"));
        if (fees?.type !== 2 || last.type !== 2) break;
        expect(fees.maxPriorityFeePerGas <= fees.maxFeePerGas).to.equal(true);
        expect(fees.maxFeePerGas * 100n >= last.maxFeePerGas * 110n).to.equal(true);
        expect(fees.maxPriorityFeePerGas * 100n >= last.maxPriorityFeePerGas * 110n).to.equal(true);
        expect(fees.maxFeePerGas <= gwei("30")).to.equal(true);
        last = fees;
        count++;
      }
      expect(count).to.be.within(10, 13);
    });
  });
});
