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
export { DaoMigration } from "./dao-migration.js";
export type { DaoMigrationOptions } from "./dao-migration.js";
export { MigrationError } from "./errors.js";
export type { Preview, PreviewStep } from "./execution/preview.js";
export type { MinedEvent } from "./live.js";
export type { NetworkName } from "./networks.js";
export type { ParameterIssue, ParametersError } from "./params/issues.js";

const daoMigration: HardhatPlugin = definePlugin({
  id: "hardhat-dao-migration",
  npmPackage: "hardhat-dao-migration",
  dependencies: () => [import("@nomicfoundation/hardhat-ethers")],
  hookHandlers: {
    config: () => import("./hooks/config.js"),
    network: () => import("./hooks/network.js"),
  },
  tasks,
});

export default daoMigration;
