import { join } from "node:path";

import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import matchers from "@nomicfoundation/hardhat-ethers-chai-matchers";
import mocha from "@nomicfoundation/hardhat-mocha";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import typechain from "@nomicfoundation/hardhat-typechain";
import { defineConfig } from "hardhat/config";
import daoMigration from "hardhat-dao-migration";

export default defineConfig({
  plugins: [hardhatEthers, networkHelpers, matchers, mocha, typechain, daoMigration],
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
  // The release of Arc is pinned: tests do not change when hardhat-dao-migration knows a later one.
  dao: { arcVersion: "0.0.1-rc.57", params: "migration-params.json" },
});
