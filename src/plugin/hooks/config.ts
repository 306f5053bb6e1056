import type { ConfigHooks } from "hardhat/types/hooks";

import { resolveDaoConfig, validateDaoConfig } from "../config.js";

export default async (): Promise<Partial<ConfigHooks>> => {
  const handlers: Partial<ConfigHooks> = {
    validateUserConfig: (userConfig) => Promise.resolve(validateDaoConfig(userConfig.dao)),
    resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => ({
      ...(await next(userConfig, resolveConfigurationVariable)),
      dao: resolveDaoConfig(userConfig.dao),
    }),
  };
  return Promise.resolve(handlers);
};
