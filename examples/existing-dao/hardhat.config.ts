import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import mocha from "@nomicfoundation/hardhat-mocha";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { configVariable, defineConfig } from "hardhat/config";
import daoMigration from "hardhat-dao-migration";

// dxDAO. Write your own here: the avatar, and a block of which the node still has the state.
const { AVATAR = "0x519b70055af55A007110B4Ff99b0eA33071c720a", BLOCK = "16376962" } = process.env;

export default defineConfig({
  plugins: [hardhatEthers, networkHelpers, mocha, daoMigration],
  networks: {
    live: {
      type: "edr-simulated",
      // A block of its own is what keeps the second run from asking the node again.
      forking: { url: configVariable("NODE_URL"), blockNumber: Number(BLOCK) },
    },
  },
  dao: { avatars: { live: AVATAR } },
  test: { mocha: { timeout: 300_000 } },
});
