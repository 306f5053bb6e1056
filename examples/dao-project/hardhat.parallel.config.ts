import { defineConfig } from "hardhat/config";

import config from "./hardhat.config.js";

/** The same suite in worker processes, each with chains of its own. */
export default defineConfig({ ...config, test: { mocha: { parallel: true, jobs: 2 } } });
