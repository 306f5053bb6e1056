import { defineConfig } from "hardhat/config";
import { HardhatPluginError } from "hardhat/plugins";
import { missingNativePart } from "./scripts/install-state.mjs";

// Hardhat's own advice in this case ends in deleting package-lock.json.
const missing = missingNativePart(import.meta.dirname);
if (missing !== undefined) {
  throw new HardhatPluginError(
    "hardhat-dao-migration",
    `node_modules lacks ${missing}: the dependencies were installed by an npm that runs on a Node older ` +
      `than 22.13. Run "npm start" or "npm test" (they repair it), or "npm ci" under Node 22.13 or later.`,
  );
}

export default defineConfig({});
