import type { HardhatPlugin } from "hardhat/types/plugins";

import { tasks } from "../tasks/definitions.js";
import { isInstalled } from "./foundation/support/package.js";
import { requirePeers } from "./foundation/support/peers.js";

export type * from "./type-extensions.js";
export { DaoMigration } from "./interfaces/library/dao-migration.js";
export type * from "./interfaces/library/command-options.js";
export type * from "./engine/inspect/description.js";
export type * from "./engine/inspect/compare/comparison.js";
export type {
  BalanceChange,
  DecodedEvent,
  Effect,
  EffectVerdict,
  ExpectationResult,
  OtherProposals,
  PassVerdict,
  PowerVerdict,
  SimulatedFuture,
  SimulatedOutcome,
  SimulatedProposal,
  SimulatedTransaction,
  Simulation,
  SimulationInputs,
  SimulationWarning,
  TracedCall,
  UnprovenCode,
} from "./operations/simulate/simulation.js";
export type {
  EffectCall,
  EffectDocument,
  EffectHash,
  EffectSetup,
  EffectTransfer,
} from "./operations/simulate/report/effect-document.js";
export type * from "./operations/change/change.js";
export type * from "./operations/check/report/report.js";
export type * from "./operations/verify/verification.js";
export * from "./foundation/support/errors.js";
export { ConnectionError, RpcError } from "./foundation/chain/rpc-error.js";
export { NotAnArcDaoError } from "./engine/inspect/organization/not-an-arc-dao-error.js";
export { ParametersError, type ParameterIssue } from "./foundation/params/file/issues.js";

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
} from "./foundation/params/file/migration-parameters.js";
export type {
  BaseResult,
  ContractResult,
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  MigrationResult,
  SchemeResult,
} from "./foundation/result/result.js";
export type { MadeCheck } from "./operations/run/check-made.js";
export type { HandledProposal } from "./operations/change/carry/submit-proposals.js";
export type { DaoReport } from "./output/report/make-report.js";
export type { Severity } from "./operations/check/rules/rule.js";
export type { ExportNote, ExportReport } from "./operations/export/report.js";
export type { SubmissionOutcome } from "./operations/verify/submit/explorer-http.js";
export type { LeftOut } from "./operations/verify/target.js";
export type { VerifiedSources } from "./operations/verify/verify-sources.js";
export type { MigrationPreview, PreviewStep } from "./engine/execution/sending/preview.js";
export type { MinedEvent } from "./engine/execution/steps/event.js";
export type { SendCallback, TestChainListener, TestChainProvider } from "./test-chain/provider.js";
export type { ListenCallback, TestChainServer } from "./test-chain/server/server.js";
export type { GanacheOptions } from "./test-chain/known-options.js";
export type { MigratedChain, ServedProvider, TestChainOptions } from "./test-chain/options.js";
export type { DaoHelper } from "./interfaces/plugin/dao-helper.js";
export type { ChainIdentity } from "./foundation/chain/identity.js";
export type { ProxyContract } from "./foundation/chain/proxy.js";
export type { Eip1193Provider } from "./foundation/chain/provider.js";
export type { NetworkName } from "./foundation/chain/networks.js";
export type {
  AddressableSigner,
  TransactionSigner,
  TransactionToSign,
} from "./foundation/chain/signer.js";

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
