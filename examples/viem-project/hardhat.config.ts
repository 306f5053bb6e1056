import hardhatToolboxViem from "@nomicfoundation/hardhat-toolbox-viem";
import { defineConfig } from "hardhat/config";
import daoMigration from "hardhat-dao-migration";

export default defineConfig({
  plugins: [hardhatToolboxViem, daoMigration],
  // The release of Arc is pinned: tests do not change when hardhat-dao-migration knows a later one.
  dao: { arcVersion: "0.0.1-rc.57" },
});
