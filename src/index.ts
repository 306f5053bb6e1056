import type { HardhatPlugin } from "hardhat/types/plugins";

import { tasks } from "../tasks/definitions.js";
import { isInstalled } from "./support/package.js";
import { requirePeers } from "./support/peers.js";

export type * from "./type-extensions.js";
export { DaoMigration } from "./library/dao-migration.js";
export type * from "./library/command-options.js";
export type * from "./inspect/description.js";
export type * from "./inspect/compare/comparison.js";
export type {
  BalanceChange,
  DecodedEvent,
  Effect,
  EffectVerdict,
  ExpectationResult,
  OtherProposals,
  PassVerdict,
  SimulatedFuture,
  SimulatedOutcome,
  SimulatedProposal,
  SimulatedTransaction,
  Simulation,
  SimulationInputs,
  SimulationWarning,
  TracedCall,
} from "./simulate/simulation.js";
export type * from "./change/change.js";
export type * from "./check/report/report.js";
export type * from "./verify/verification.js";
export * from "./support/errors.js";
export { ConnectionError, RpcError } from "./chain/rpc-error.js";
export { NotAnArcDaoError } from "./inspect/organization/not-an-arc-dao-error.js";
export { ParametersError, type ParameterIssue } from "./params/file/issues.js";

// The parts of parameters and results, and what else functions of the library take and return.
export type {
  AbsoluteVoteParameters,
  CustomSchemeParameters,
  DaoSection,
  FounderParameters,
  GenericSchemeParameters,
  GenesisProtocolParameters,
  MigrationParameters,
  Numeric,
  PresetParameters,
  RawArgument,
  RunFunction,
  SchemeParameters,
  SchemeRegistrarParameters,
  StandAloneContractParameters,
  StandAloneReference,
} from "./params/file/migration-parameters.js";
export type {
  BaseResult,
  ContractResult,
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  MigrationResult,
  SchemeResult,
} from "./result/result.js";
export type { MadeCheck } from "./run/check-made.js";
export type { HandledProposal } from "./change/carry/submit-proposals.js";
export type { DaoReport } from "./report/make-report.js";
export type { Severity } from "./check/rules/rule.js";
export type { ExportNote, ExportReport } from "./export/report.js";
export type { SubmissionOutcome } from "./verify/submit/explorer-http.js";
export type { VerifiedSources } from "./verify/verify-sources.js";
export type { MigrationPreview, PreviewStep } from "./execution/sending/preview.js";
export type { MinedEvent } from "./execution/steps/event.js";
export type { TestChainListener, TestChainProvider } from "./test-chain/provider.js";
export type { TestChainServer } from "./test-chain/server/server.js";
export type { GanacheOptions } from "./test-chain/known-options.js";
export type { MigratedChain, ServedProvider, TestChainOptions } from "./test-chain/options.js";
export type { DaoHelper } from "./plugin/dao-helper.js";
export type { ChainIdentity } from "./chain/identity.js";
export type { ProxyContract } from "./chain/proxy.js";
export type { Eip1193Provider } from "./chain/provider.js";
export type { NetworkName } from "./chain/networks.js";
export type { AddressableSigner, TransactionSigner, TransactionToSign } from "./chain/signer.js";

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
    config: () => import("./plugin/hooks/config.js"),
    network: () => import("./plugin/hooks/network.js"),
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
