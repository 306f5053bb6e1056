import type { NetworkName } from "../chain/networks.js";

/** Addresses of the universal contracts, by Arc's contract names. */
export interface BaseResult {
  readonly arcVersion: string;
  /** The staking token of GenesisProtocol (GEN), not a DAO's own token. */
  readonly DAOToken: string;
  readonly DaoCreator: string;
  readonly GenesisProtocol: string;
  readonly SchemeRegistrar: string;
  readonly UpgradeScheme: string;
  readonly GlobalConstraintRegistrar: string;
  readonly ContributionReward: string;
  readonly AbsoluteVote: string;
  readonly QuorumVote: string;
  readonly TokenCapGC: string;
  readonly VoteInOrganizationScheme: string;
  readonly OrganizationRegister: string;
  readonly DAORegistry: string;
  readonly ControllerCreator?: string;
  readonly DAOTracker?: string;
  readonly UController?: string;
  readonly VestingScheme?: string;
  readonly Redeemer?: string;
  readonly GenericScheme?: string;
  readonly UGenericScheme?: string;
  readonly GenericSchemeMultiCallFactory?: string;
  readonly CompetitionFactory?: string;
  readonly ContinuousLocking4ReputationFactory?: string;
}

/** A contract that the DAO migration deployed or registered. */
export interface ContractResult {
  readonly name: string;
  readonly alias?: string;
  readonly address: string;
  readonly arcVersion: string;
}

export interface SchemeResult extends ContractResult {
  /** 4 bytes, as registered (the controller adds 0x00000001, "registered"). */
  readonly permissions: string;
  readonly paramsHash: string;
}

export interface OrganizationResult {
  readonly name: string;
  readonly arcVersion: string;
  readonly Avatar: string;
  readonly NativeToken: string;
  readonly NativeReputation: string;
  readonly Controller: string;
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
  readonly IntendedController?: string;
}

/** The demo test: a DAO with a proposal in each state that the release and the chain allow. */
export interface DemoTestResult extends OrganizationResult {
  /** The queued proposal. */
  readonly proposalId: string;
  readonly queuedProposalId: string;
  /** Absent in releases whose GenesisProtocol has no pre-boosted state. */
  readonly preBoostedProposalId?: string;
  /** Absent if the chain's clock cannot be moved and boosting takes time. */
  readonly boostedProposalId?: string;
  readonly executedProposalId: string;
  /** A call of ActionMock through the generic scheme; absent if the release has none. */
  readonly gsProposalId?: string;
  readonly ActionMock?: string;
}

/** Sections of a result; a migration writes those that it made. */
export interface ResultSections {
  readonly base?: BaseResult;
  readonly dao?: DaoResult;
  readonly test?: DemoTestResult;
}

/** The sections of one chain, with one base. */
export interface LedgerEntry extends ResultSections {
  readonly network: NetworkName;
  readonly chainId: number;
  /**
   * Hash of block 0, which distinguishes a restarted development chain from the previous one. Absent in a predecessor's
   * file.
   */
  readonly genesis?: string;
  /** True for a chain that ended with its process. */
  readonly inProcess?: boolean;
  /** When the entry left the top of its file, ISO 8601. */
  readonly replaced?: string;
}

/**
 * The contents of `migration.json`: what one chain has now, and in `others` everything that the file ever had (other
 * networks, other releases, earlier DAOs, a restarted chain), oldest first.
 */
export interface MigrationResult extends Omit<LedgerEntry, "replaced"> {
  readonly others?: readonly LedgerEntry[];
}
