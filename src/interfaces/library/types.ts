/*
 * What functions of the library take and return, part by part. The package's main export has the whole: an inspection
 * (`Inspection`) is there, what it says of a scheme (`SchemeDescription`) is here.
 */

export type * from "../../engine/inspect/description.js";
export type * from "../../engine/inspect/compare/comparison.js";
export type * from "../../operations/change/change.js";
export type * from "../../operations/check/report/report.js";
export type {
  BalanceChange,
  DecodedEvent,
  Effect as SimulatedEffect,
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
} from "../../operations/simulate/simulation.js";
export type {
  EffectCall,
  EffectDocument,
  EffectHash,
  EffectSetup,
  EffectTransfer,
} from "../../operations/simulate/report/effect-document.js";
export type {
  CodeVerdict,
  LeftOut as LeftOutContract,
  SourceVerdict,
  Verification,
  VerifiedSource,
} from "../../operations/verify/verification.js";
export type { Severity as FindingSeverity } from "../../operations/check/rules/rule.js";
export type { ExportNote } from "../../operations/export/report.js";
export type { PreviewStep } from "../../engine/execution/sending/preview.js";
export type { ChainIdentity } from "../../foundation/chain/identity.js";
export type { ProxyContract } from "../../foundation/chain/proxy.js";
export type { TransactionToSign } from "../../foundation/chain/sign-here.js";
export type { MigratedChain, ServedProvider } from "../../test-chain/options.js";
export type { SendCallback, TestChainListener } from "../../test-chain/provider.js";
export type { ListenCallback } from "../../test-chain/server/server.js";
export type {
  AbsoluteVoteParameters,
  CustomSchemeParameters,
  DaoSection,
  FounderParameters,
  GenericSchemeParameters,
  GenesisProtocolParameters,
  Numeric as NumericParameter,
  PresetParameters,
  RawArgument as ContractArgument,
  RunFunction,
  SchemeParameters,
  SchemeRegistrarParameters,
  StandAloneContractParameters,
  StandAloneReference,
} from "../../foundation/params/file/migration-parameters.js";
export type {
  BaseResult,
  ContractResult,
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  SchemeResult,
} from "../../foundation/result/result.js";
