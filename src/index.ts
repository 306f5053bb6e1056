import type { HardhatPlugin } from "hardhat/types/plugins";

import { tasks } from "../tasks/definitions.js";
import { isInstalled } from "./foundation/support/package.js";
import { requirePeers } from "./foundation/support/peers.js";

export type * from "./type-extensions.js";
export * from "./interfaces/library/dao-migration.js";
export * from "./foundation/support/errors.js";
export { ConnectionError, RpcError } from "./foundation/chain/rpc-error.js";
export { NotAnArcDaoError } from "./engine/inspect/organization/not-an-arc-dao-error.js";
export { ParametersError, type ParameterIssue } from "./foundation/params/file/issues.js";

// What functions of the library take and return; its parts are in hardhat-dao-migration/types.
export type { Inspection } from "./engine/inspect/description.js";
export type { Comparison } from "./engine/inspect/compare/comparison.js";
export type { MigrationPreview } from "./engine/execution/sending/preview.js";
export type { MinedEvent } from "./engine/execution/steps/event.js";
export type { Eip1193Provider } from "./foundation/chain/provider.js";
export type { NetworkName } from "./foundation/chain/networks.js";
export type { AddressableSigner, TransactionSigner } from "./foundation/chain/signer.js";
export type { MigrationParameters } from "./foundation/params/file/migration-parameters.js";
export type { MigrationResult } from "./foundation/result/result.js";
export type { DaoHelper } from "./interfaces/plugin/dao-helper.js";
export type { HandledProposal } from "./operations/change/carry/propose-or-wait.js";
export type { DaoChange } from "./operations/change/change.js";
export type { CheckReport } from "./operations/check/report/report.js";
export type { Silence } from "./operations/check/report/silences.js";
export type { ExportReport } from "./operations/export/report.js";
export type { MadeCheck } from "./operations/run/check-made.js";
export type { Simulation } from "./operations/simulate/simulation.js";
export type { VerifiedSources } from "./operations/verify/verify-sources.js";
export type { DaoReport } from "./interfaces/commands/reporting.js";
export type { GanacheOptions } from "./test-chain/known-options.js";
export type { TestChainOptions } from "./test-chain/options.js";
export type { TestChainProvider } from "./test-chain/provider.js";
export type { TestChainServer } from "./test-chain/server/server.js";

// Nothing above loads a peer: Node links all modules before it runs the first.
requirePeers();

const daoMigration: HardhatPlugin = {
  id: "hardhat-dao-migration",
  npmPackage: "hardhat-dao-migration",
  // A project with viem may not have it.
  dependencies: () =>
    isInstalled("@nomicfoundation/hardhat-ethers", import.meta.url)
      ? [import("@nomicfoundation/hardhat-ethers")]
      : [],
  hookHandlers: {
    config: () => import("./interfaces/plugin/hooks/config.js"),
    network: () => import("./interfaces/plugin/hooks/network.js"),
  },
  tasks,
};

// Hardhat warns of a plugin that is imported and not used if it knows of it. That module is loaded
// afterwards, because a project whose Hardhat lacks it is to be told by the check above.
setImmediate(() => {
  void import("hardhat/plugins").then(
    ({ definePlugin }) => definePlugin(daoMigration),
    () => {},
  );
}).unref();

export default daoMigration;
