import type { ConfigHooks } from "hardhat/types/hooks";

import { isPlainDaoConfig, resolveDaoConfig } from "../config.js";

export default async (): Promise<Partial<ConfigHooks>> => {
  const handlers: Partial<ConfigHooks> = {
    validateUserConfig: async ({ dao }) => {
      if (await isPlainDaoConfig(dao)) return [];
      const { validateDaoConfig } = await import("../validate-config.js");
      return validateDaoConfig(dao);
    },
    resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => ({
      ...(await next(userConfig, resolveConfigurationVariable)),
      dao: resolveDaoConfig(userConfig.dao),
    }),
  };
  return Promise.resolve(handlers);
};
