import type { NetworkName } from "../chain/networks.js";
import type { Address, Count, FourBytes, Hash } from "../support/formats.js";

/** Addresses of the universal contracts, by Arc's contract names. */
export interface BaseResult {
  /** Such as 0.0.1-rc.57. */
  readonly arcVersion: string;
  /** The staking token of GenesisProtocol (GEN), not a DAO's own token. */
  readonly DAOToken: Address;
  readonly DaoCreator: Address;
  readonly GenesisProtocol: Address;
  readonly SchemeRegistrar: Address;
  readonly UpgradeScheme: Address;
  readonly GlobalConstraintRegistrar: Address;
  readonly ContributionReward: Address;
  readonly AbsoluteVote: Address;
  readonly QuorumVote: Address;
  readonly TokenCapGC: Address;
  readonly VoteInOrganizationScheme: Address;
  readonly OrganizationRegister: Address;
  readonly DAORegistry: Address;
  readonly ControllerCreator?: Address;
  readonly DAOTracker?: Address;
  readonly UController?: Address;
  readonly VestingScheme?: Address;
  readonly Redeemer?: Address;
  readonly GenericScheme?: Address;
  readonly UGenericScheme?: Address;
  readonly GenericSchemeMultiCallFactory?: Address;
  readonly CompetitionFactory?: Address;
  readonly ContinuousLocking4ReputationFactory?: Address;
}

/** A contract that the DAO migration deployed or registered. */
export interface ContractResult {
  readonly name: string;
  readonly alias?: string;
  readonly address: Address;
  /** Its Arc release; absent for a contract that is not Arc's. */
  readonly arcVersion?: string;
}

export interface SchemeResult extends ContractResult {
  /** 4 bytes, as registered (the controller adds 0x00000001, "registered"). */
  readonly permissions: FourBytes;
  readonly paramsHash: Hash;
}

export interface OrganizationResult {
  readonly name: string;
  readonly arcVersion: string;
  readonly Avatar: Address;
  readonly NativeToken: Address;
  readonly NativeReputation: Address;
  readonly Controller: Address;
  readonly Schemes: readonly SchemeResult[];
  /** Hash of its inputs: parameters, release and custom contracts. Older files lack it. */
  readonly inputs?: string;
  /** What the check after the last step found wrong; if present, nobody should use the DAO. */
  readonly unsafe?: readonly string[];
}

export interface DaoResult extends OrganizationResult {
  readonly StandAloneContracts: readonly ContractResult[];
  /** Schemes that a change is meant to register, in the order of its file; absent if none was proposed. */
  readonly Intended?: readonly SchemeResult[];
  /** Controller that a change is meant to upgrade the DAO to; absent if none was proposed. */
  readonly IntendedController?: Address;
}

/** The demo test: a DAO with a proposal in each state that the release and the chain allow. */
export interface DemoTestResult extends OrganizationResult {
  /** The queued proposal. */
  readonly proposalId: Hash;
  readonly queuedProposalId: Hash;
  /** Absent in releases whose GenesisProtocol has no pre-boosted state. */
  readonly preBoostedProposalId?: Hash;
  /** Absent if the chain's clock cannot be moved and boosting takes time. */
  readonly boostedProposalId?: Hash;
  readonly executedProposalId: Hash;
  /** A call of ActionMock through the generic scheme; absent if the release has none. */
  readonly gsProposalId?: Hash;
  readonly ActionMock?: Address;
}

/** Sections of a result; a migration writes those that it made. */
export interface ResultSections {
  readonly base?: BaseResult;
  readonly dao?: DaoResult;
  readonly test?: DemoTestResult;
}

/** The sections of one chain, with one base. */
interface ChainResult extends ResultSections {
  /** A network's name, or its chain ID as text. */
  readonly network: NetworkName;
  readonly chainId: Count;
  /**
   * Hash of block 0, which distinguishes a restarted development chain from the previous one. Absent in a predecessor's
   * file.
   */
  readonly genesis?: Hash;
  /** True for a chain that ended with its process. */
  readonly inProcess?: boolean;
  /** The transactions that created contracts, by the contract's address. A reader need not believe it: each can be verified. */
  readonly createdIn?: Readonly<Record<string, Hash>>;
}

/** What a result file contains of one chain. */
export interface LedgerEntry extends ChainResult {
  /** When the entry left the top of its file, ISO 8601. */
  readonly replaced?: string;
}

/**
 * The contents of `migration.json`: what one chain has now, and in `others` everything that the file ever had (other
 * networks, other releases, earlier DAOs, a restarted chain), oldest first.
 */
export interface MigrationResult extends ChainResult {
  readonly others?: readonly LedgerEntry[];
}
