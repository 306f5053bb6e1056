import type { HardhatPlugin } from "hardhat/types/plugins";

import { definePlugin } from "hardhat/plugins";

/** Watches the connections of test chains as the main plugin watches those of a project. */
const isolationPlugin: HardhatPlugin = definePlugin({
  id: "hardhat-dao-migration/test-chain",
  hookHandlers: { network: () => import("./isolation-hooks.js") },
});

export default isolationPlugin;
