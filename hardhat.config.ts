import "./scripts/check-install.mjs";
import { defineConfig } from "hardhat/config";

import daoMigration from "./src/index.js";

export default defineConfig({
  plugins: [daoMigration],
});
