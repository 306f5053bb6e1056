import { expect } from "chai";

import { compareAnswers } from "./compared.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";

/** `COMPARE_SEED=7` repeats a run. */
const SEED = Number(process.env.COMPARE_SEED ?? Date.now() % 1_000_000);

const NETWORKS: Readonly<Record<string, TestChainNetwork>> = {
  "the default options": {},
  "an old hard fork, without a block gas limit": { hardfork: "istanbul", blockGasLimit: false },
  "failures that do not throw, and prices of its own": {
    ...{ throwOnTransactionFailures: false, throwOnCallFailures: false, chainId: 1337 },
    ...{ gasPrice: 3_000_000_000, gas: 2_000_000, initialBaseFeePerGas: 0, networkId: 5 },
    ...{ mining: { mempool: { order: "fifo" } }, transactionGasCap: false },
  },
};

describe("a chain opened through EDR, compared with Hardhat's", function () {
  this.timeout(1_200_000);

  for (const [name, network] of Object.entries(NETWORKS)) {
    it(`answers 4,000 random requests alike with ${name}, seed ${SEED}`, async () => {
      expect(await compareAnswers(4000, SEED, network)).to.be.above(3000);
    });
  }
});
