// @ts-check
// Imported by hardhat.config.ts, which Hardhat loads before its chain. Without it, Hardhat would advise to delete
// package-lock.json, or report a missing plugin.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { HardhatPluginError } from "hardhat/plugins";
import { missingNativePart } from "./install-state.mjs";

const missing = missingNativePart(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
if (missing !== undefined) {
  throw new HardhatPluginError(
    "hardhat-dao-migration",
    `node_modules lacks ${missing}: the dependencies were installed by an npm that runs on a Node older ` +
      `than 22.13. Run "npm start" or "npm test" (they repair it), or "npm ci" under Node 22.13 or later.`,
  );
}
