import { execFileSync } from "node:child_process";

import { expect } from "chai";

import { compareAnswers } from "./compared.js";
import { hardhatVersion } from "../../src/test-chain/connection.js";
import { npm } from "../docs/project.js";
import { itInFolder as it } from "../temporary-folder.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";
import { seedOf } from "../seed.js";

/** `SEED=8` asks others, and `COMPARE_REQUESTS=4000` makes a longer one than in CI. */
const SEED = seedOf(7);
const REQUESTS = Number(process.env.COMPARE_REQUESTS ?? 400);

const NETWORKS: Readonly<Record<string, TestChainNetwork>> = {
  "the default options": {},
  "an old hard fork, without a block gas limit": { hardfork: "istanbul", blockGasLimit: false },
  "failures that do not throw, and prices of its own": {
    ...{ throwOnTransactionFailures: false, throwOnCallFailures: false, chainId: 1337 },
    ...{ gasPrice: 3_000_000_000, gas: 2_000_000, initialBaseFeePerGas: 0, networkId: 5 },
    ...{ mining: { mempool: { order: "fifo" } }, transactionGasCap: false },
  },
};

describe(`a chain opened through EDR, compared with that of Hardhat ${hardhatVersion()}`, function () {
  this.timeout(1_200_000);

  for (const [name, network] of Object.entries(NETWORKS)) {
    for (const way of ["provider", "web socket"] as const) {
      it(`answers ${REQUESTS} random requests to a ${way} alike with ${name}, seed ${SEED}`, async () => {
        const { answers, events } = await compareAnswers(REQUESTS, SEED, network, way);
        expect(answers).to.be.above(REQUESTS * 0.75);
        expect(events).to.be.above(REQUESTS / 2);
      });
    }
  }

  it("is also compared with that of the oldest Hardhat", async (folder) => {
    await npm(folder, "install", "--no-audit", "--no-fund", "--prefer-offline", "hardhat@3.17.0");
    const tests = ["node_modules/mocha/lib/cli/cli.js", import.meta.filename, "--grep", "random"];
    const args = [
      "--import",
      "./test/test-chain/other-hardhat.mjs",
      "--import",
      "./scripts/typescript.mjs",
    ];
    const env = {
      ...{ ...process.env, SEED: `${SEED}`, HARDHAT_FOLDER: folder },
      COMPARE_REQUESTS: `${REQUESTS / 3}`,
    };
    const shown = execFileSync(process.execPath, [...args, ...tests], { encoding: "utf8", env });
    expect(shown).to.include("Hardhat 3.17.0").and.to.include("6 passing");
  });
});
