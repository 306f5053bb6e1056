import "hardhat/types/config";

import type { DaoConfig, DaoUserConfig } from "./config.js";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Defaults of the dao tasks and fixtures. */
    dao?: DaoUserConfig;
  }

  interface HardhatConfig {
    dao: DaoConfig;
  }
}
