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
    for (const way of ["provider", "web socket"] as const) {
      it(`answers 2,000 random requests to a ${way} alike with ${name}, seed ${SEED}`, async () => {
        const { answers, events } = await compareAnswers(2000, SEED, network, way);
        expect(answers).to.be.above(1500);
        expect(events).to.be.above(1000);
      });
    }
  }
});
