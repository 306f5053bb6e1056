import { expect } from "chai";
import { parseUnits } from "ethers";

import {
  capFees,
  feePolicy,
  highestPrice,
  quoteFees,
  type Fees,
  type FeeOptions,
} from "../../src/chain/fees.js";
import type { Eip1193Provider } from "../../src/chain/provider.js";
import { UsageError } from "../../src/support/errors.js";
import { rejection } from "../rejection.js";

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
    const quote = await quoteFees(
      chain({ ...LONDON, eth_feeHistory: { reward: [["0x77359400"]] } }),
      undefined,
    );
    expect(quote).to.deep.equal({
      price: gwei("3"),
      fees: { type: 2, maxFeePerGas: gwei("4"), maxPriorityFeePerGas: gwei("2") },
    });
    expect(highestPrice(quote.fees)).to.equal(gwei("4"));
  });

  it("are the node's price if the chain has no base fee", async () => {
    expect(await quoteFees(chain(LEGACY), undefined)).to.deep.equal({
      price: gwei("20"),
      fees: { type: 0, gasPrice: gwei("20") },
    });
  });

  it("are the given price, to the wei", async () => {
    for (const answers of [LONDON, LEGACY]) {
      const { price, fees } = await quoteFees(chain(answers), gwei("1.5"));
      expect({ price, fees }).to.deep.equal({
        price: gwei("1.5"),
        fees: { type: 0, gasPrice: gwei("1.5") },
      });
    }
  });

  it("say what would be mined if the given price is below the base fee", async () => {
    expect(await quoteFees(chain(LONDON), gwei("0.5"))).to.deep.equal({
      price: gwei("1"),
      fees: { type: 0, gasPrice: gwei("1.25") },
    });
  });

  describe("of a run", () => {
    it("are capped at twice the first offer, at the given price, or at the given maximum", async () => {
      const london = chain({ ...LONDON, eth_maxPriorityFeePerGas: "0x3b9aca00" });
      const capOf = async (options: FeeOptions) => (await feePolicy(london, options)).cap;
      expect(await capOf({})).to.equal(gwei("6"));
      expect(await capOf({ gasPrice: gwei("5") })).to.equal(gwei("5"));
      expect(await capOf({ maxGasPrice: gwei("4") })).to.equal(gwei("4"));
      expect(await capOf({ gasPrice: gwei("2"), maxGasPrice: gwei("4") })).to.equal(gwei("4"));
      expect((await feePolicy(chain(LEGACY), {})).cap).to.equal(gwei("40"));
    });

    it("are refused at once if they are 0 and the chain has a base fee", async () => {
      for (const wishes of [{ gasPrice: 0n }, { maxGasPrice: 0n }]) {
        const error = await rejection(feePolicy(chain(LONDON), wishes));
        expect(error).to.be.instanceOf(UsageError);
        expect(error.message).to.match(
          /^The gas price is 0, .* requires at least [12] gwei.* Nothing was sent\.$/,
        );
      }
      const free = { eth_getBlockByNumber: { ...BLOCK, baseFeePerGas: "0x0" } };
      expect(await feePolicy(chain(free), { gasPrice: 0n })).to.include({ gasPrice: 0n, cap: 0n });
    });

    it("are refused if the maximum is below the price", async () => {
      const wishes = { gasPrice: gwei("5"), maxGasPrice: gwei("4") };
      expect(await rejection(feePolicy(chain(LONDON), wishes))).to.be.instanceOf(UsageError);
    });
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
});
