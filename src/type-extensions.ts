import "hardhat/types/config";
import "hardhat/types/network";

import type { DaoConfig, DaoUserConfig } from "./interfaces/plugin/config.js";
import type { DaoHelper } from "./interfaces/plugin/dao-helper.js";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Defaults of the dao tasks and fixtures. */
    dao?: DaoUserConfig;
  }

  interface HardhatConfig {
    dao: DaoConfig;
  }
}

declare module "hardhat/types/network" {
  // The name is Hardhat's, and all declarations of an interface have the same parameters.
  interface NetworkConnection<ChainTypeT extends string = DefaultChainType> {
    /** A migrated DAO on this connection. */
    dao: DaoHelper;
  }
}
