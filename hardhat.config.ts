import "./scripts/check-install.mjs";
import { join } from "node:path";

import { defineConfig } from "hardhat/config";

import daoMigration from "./src/index.js";

export default defineConfig({
  plugins: [daoMigration],
  // Contracts in test/ are for solc itself: attacks on other EVMs than this configuration's.
  paths: { tests: { solidity: "contracts" } },
  // For contracts/, the example of a scheme that is not Arc's (npm run custom-abis).
  solidity: {
    compilers: [
      {
        version: "0.8.28",
        // The compiler of the npm package: nothing is downloaded.
        path: join(import.meta.dirname, "node_modules/solc/soljson.js"),
        // Runs on chains of Arc's time, too.
        settings: { evmVersion: "constantinople", optimizer: { enabled: true, runs: 200 } },
      },
    ],
  },
});
