import type { HardhatPlugin } from "hardhat/types/plugins";

import { definePlugin } from "hardhat/plugins";

import { tasks } from "./tasks.js";

export type * from "./type-extensions.js";
export type { MigrationParameters } from "./params/schema.js";
export type {
  BaseResult,
  ContractResult,
  DaoResult,
  DemoTestResult,
  MigrationResult,
  SchemeResult,
} from "./result/result.js";
export { MigrationError } from "./errors.js";

const daoMigration: HardhatPlugin = definePlugin({
  id: "hardhat-dao-migration",
  npmPackage: "hardhat-dao-migration",
  hookHandlers: {
    config: () => import("./hooks/config.js"),
  },
  tasks,
});

export default daoMigration;
