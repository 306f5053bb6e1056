import { expect } from "chai";

import { quoteFees } from "../../../src/foundation/chain/fees.js";
import { latestBlock } from "../../../src/foundation/chain/latest-block.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { rejection } from "../../rejection.js";

const BLOCK = { number: "0x1", timestamp: "0x2", gasLimit: "0x3", baseFeePerGas: "0x4" };
const QUICK = { attempts: 3, backoff: 1 };

function answering(...answers: readonly unknown[]): Eip1193Provider {
  let count = 0;
  return { request: () => Promise.resolve(answers[Math.min(count++, answers.length - 1)]) };
}

describe("latestBlock", () => {
  it("asks again if a node briefly returns none", async () => {
    expect(await latestBlock(answering(null, null, BLOCK), QUICK)).to.equal(BLOCK);
  });

  it("accepts a block of a chain without a base fee", async () => {
    const { baseFeePerGas: _, ...legacy } = BLOCK;
    for (const block of [legacy, { ...legacy, baseFeePerGas: null }]) {
      expect(await latestBlock(answering(block), QUICK)).to.deep.equal(legacy);
    }
  });

  for (const answer of [
    null,
    undefined,
    "0x1",
    [],
    {},
    { ...BLOCK, number: null },
    { ...BLOCK, gasLimit: 30_000_000 },
    { ...BLOCK, baseFeePerGas: "much" },
  ]) {
    it(`says what is expected if the node always answers ${JSON.stringify(answer)}`, async () => {
      const error = await rejection(latestBlock(answering(answer), QUICK));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.match(/^The node does not return its latest block/);
    });
  }

  it("is also used for fees", async () => {
    const legacy = { ...BLOCK, baseFeePerGas: null };
    const quote = await quoteFees(answering(null, legacy, "0x7"), undefined);
    expect(quote).to.deep.equal({ price: 7n, fees: { type: 0, gasPrice: 7n } });
  });
});
