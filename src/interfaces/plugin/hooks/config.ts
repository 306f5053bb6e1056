import type { ConfigHooks } from "hardhat/types/hooks";

import { addForkableChains } from "../../../foundation/chain/forkable-chains.js";
import { isPlainDaoConfig, resolveDaoConfig } from "../config.js";

export default async (): Promise<Partial<ConfigHooks>> => {
  const handlers: Partial<ConfigHooks> = {
    validateUserConfig: async ({ dao }) => {
      if (isPlainDaoConfig(dao)) return [];
      const { validateDaoConfig } = await import("../validate-config.js");
      return validateDaoConfig(dao);
    },
    resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => {
      const config = await next(userConfig, resolveConfigurationVariable);
      addForkableChains(config.chainDescriptors);
      return { ...config, dao: resolveDaoConfig(userConfig.dao, resolveConfigurationVariable) };
    },
  };
  return Promise.resolve(handlers);
};
