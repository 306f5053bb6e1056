// Generated from src/params/file/schema.ts by scripts/write-schemas.ts.

/** What a number may come as: a JSON number, text, or a bigint. */
export type Numeric = number | bigint | string;

export interface FounderParameters {
  /** The founder's account. */
  readonly address: string;
  /** Tokens of the DAO that the founder gets, in whole tokens. */
  readonly tokens?: Numeric;
  /** Reputation that the founder gets, in whole units. */
  readonly reputation?: Numeric;
}

export interface GenesisProtocolParameters {
  /** Percent (50 to 100) of all reputation that decides a queued proposal. */
  readonly queuedVoteRequiredPercentage: Numeric;
  /** Seconds a queued proposal is open for votes. */
  readonly queuedVotePeriodLimit: Numeric;
  /** Seconds a boosted proposal is open for votes; at least quietEndingPeriod. */
  readonly boostedVotePeriodLimit: Numeric;
  /** Seconds a proposal waits before it is boosted. */
  readonly preBoostedVotePeriodLimit: Numeric;
  /** Confidence needed for boosting, in thousandths: above 1000, up to 16000. */
  readonly thresholdConst: Numeric;
  /** Seconds without a change of the outcome before a vote may end. */
  readonly quietEndingPeriod: Numeric;
  /** Reputation for the proposer of an accepted proposal, in whole units. */
  readonly proposingRepReward: Numeric;
  /** Percent (0 to 100) of their reputation that voters put at stake. */
  readonly votersReputationLossRatio: Numeric;
  /** The DAO's minimum stake, in whole staking tokens; above 0. */
  readonly minimumDaoBounty: Numeric;
  /** Factor of the DAO's stake, above 0. */
  readonly daoBountyConst: Numeric;
  /** UNIX time in seconds from which proposals can be made. */
  readonly activationTime: Numeric;
  /** Who may vote on behalf of others; the zero address means nobody. */
  readonly voteOnBehalf: string;
}

export interface PresetParameters {
  /** Hash of parameters that the voting machine already has: 0x and 64 hex digits. */
  readonly votingParamsHash: string;
}

export interface AbsoluteVoteParameters {
  /** Percent (1 to 100) of all reputation that decides a proposal. */
  readonly votePerc: Numeric;
  /** Who may vote on behalf of others; the zero address means nobody. */
  readonly voteOnBehalf: string;
}

export interface SchemeRegistrarParameters {
  /** Index into VotingMachinesParams for votes that register a scheme; 0 by default. */
  readonly voteRegisterParams?: Numeric;
  /** Index into VotingMachinesParams for votes that remove a scheme; 0 by default. */
  readonly voteRemoveParams?: Numeric;
  /** The voting machine; GenesisProtocol of the base by default. */
  readonly votingMachine?: string;
}

export interface SchemeParameters {
  /** Index into VotingMachinesParams; 0 by default. */
  readonly voteParams?: Numeric;
  /** The voting machine; GenesisProtocol of the base by default. */
  readonly votingMachine?: string;
}

export interface GenericSchemeParameters {
  /** The one contract the scheme may call. */
  readonly targetContract: string | StandAloneReference;
  /** Index into VotingMachinesParams; 0 by default. */
  readonly voteParams?: Numeric;
  /** The voting machine; GenesisProtocol of the base by default. */
  readonly votingMachine?: string;
}

/** A stand-alone contract, by its index. */
export interface StandAloneReference {
  /** Index into StandAloneContracts, from 0. */
  readonly StandAloneContract: Numeric;
}

export interface StandAloneContractParameters {
  /** Name of the contract. */
  readonly name: string;
  /** Its name in the result. */
  readonly alias?: string;
  /** True: from the Arc release. False: from custom-abis/<name>.json. By default from custom-abis if it has the file, else from Arc. */
  readonly fromArc?: boolean;
  /** True: params go to the constructor. Otherwise they go to initialize, which is not called without params. */
  readonly constructor?: boolean | object;
  /** Arguments of the constructor or of initialize. */
  readonly params?: readonly (Argument)[];
  /** Calls made on the contract by the deploying account, in this order. */
  readonly runFunctions?: readonly (RunFunction)[];
  /** Version of @daostack/arc, such as 0.0.1-rc.57. */
  readonly arcVersion?: string;
}

/** A literal as the contract takes it (amounts in wei, large ones as strings), "AvatarAddress", "DAOTokenAddress", "ReputationAddress", "GenesisProtocolAddress", {"StandAloneContract": index}, {"voteParams": index}, or a list of these. */
export type Argument = string | number | bigint | boolean | StandAloneReference | {
  /** Index into VotingMachinesParams, from 0. */
  readonly voteParams: Numeric;
} | readonly (Argument)[] | { readonly [name: string]: Argument };

export interface RunFunction {
  /** Name of the function; with its types if it is overloaded. */
  readonly functionName: string;
  /** Its arguments. */
  readonly params?: readonly (Argument)[];
}

export interface CustomSchemeParameters {
  /** Name of the contract; in the mapping form the key by default. */
  readonly name?: string;
  /** Kind of scheme; chooses the factory with fromFactory. */
  readonly schemeName?: string;
  /** Its name in the result. */
  readonly alias?: string;
  /** True: from the Arc release. False: from custom-abis/<name>.json. By default from custom-abis if it has the file, else from Arc. */
  readonly fromArc?: boolean;
  /** True: created by the release's factory for it. */
  readonly fromFactory?: boolean;
  /** True: setParameters is called. Otherwise initialize, with the avatar before params. */
  readonly isUniversal?: boolean;
  /** Address of an existing scheme; by default one is deployed. */
  readonly address?: string | StandAloneReference;
  /** Arguments of setParameters, of initialize, or of the factory. */
  readonly params?: readonly (Argument)[];
  /** What the controller lets the scheme do: 4 bytes as hex with 0x. */
  readonly permissions: string;
  /** Calls made on the contract by the deploying account, in this order. */
  readonly runFunctions?: readonly (RunFunction)[];
  /** Version of @daostack/arc, such as 0.0.1-rc.57. */
  readonly arcVersion?: string;
}

/** Parameters of a DAO, without sections for networks. */
export interface DaoSection {
  /** Name of the DAO. */
  readonly orgName?: string;
  /** Name of the DAO's token. */
  readonly tokenName?: string;
  /** Symbol of the DAO's token. */
  readonly tokenSymbol?: string;
  /** Version of @daostack/arc that the DAO is created from; overrides the flag. */
  readonly arcVersion?: string;
  /** Accounts that get tokens and reputation. */
  readonly founders?: readonly (FounderParameters)[];
  /** Vote parameters, referred to by index. */
  readonly VotingMachinesParams?: readonly (GenesisProtocolParameters | PresetParameters | {
  readonly AbsoluteVote: AbsoluteVoteParameters;
})[];
  /** Which of the five built-in schemes the DAO gets. */
  readonly schemes?: {
  /** Lets the DAO register and remove schemes. */
  readonly SchemeRegistrar?: boolean;
  /** Rewards for contributions. */
  readonly ContributionReward?: boolean;
  /** Calls of one other contract. */
  readonly GenericScheme?: boolean;
  /** Adding and removing global constraints. */
  readonly GlobalConstraintRegistrar?: boolean;
  /** Changing the controller. */
  readonly UpgradeScheme?: boolean;
  /** Older name of GenericScheme. */
  readonly UGenericScheme?: boolean;
};
  readonly SchemeRegistrar?: readonly (SchemeRegistrarParameters)[] | SchemeRegistrarParameters;
  readonly ContributionReward?: readonly (SchemeParameters)[] | SchemeParameters;
  readonly GenericScheme?: readonly (GenericSchemeParameters)[] | GenericSchemeParameters;
  /** Older name of GenericScheme. */
  readonly UGenericScheme?: readonly (GenericSchemeParameters)[] | GenericSchemeParameters;
  readonly GlobalConstraintRegistrar?: readonly (SchemeParameters)[] | SchemeParameters;
  readonly UpgradeScheme?: readonly (SchemeParameters)[] | SchemeParameters;
  /** Contracts to deploy alongside the DAO, in this order. */
  readonly StandAloneContracts?: readonly (StandAloneContractParameters)[];
  /** Further schemes: a list, or lists by the scheme's name. */
  readonly CustomSchemes?: readonly (CustomSchemeParameters)[] | { readonly [name: string]: readonly (CustomSchemeParameters)[] | CustomSchemeParameters };
  /** Whether to revoke the deploying account's permissions at the end. */
  readonly unregisterOwner?: boolean;
  /** Whether the universal controller is used; false by default. */
  readonly useUController?: boolean;
  /** Whether DaoCreator creates the DAO; false by default. */
  readonly useDaoCreator?: boolean;
  /** Without DaoCreator: true leaves the DAO out of DAOTracker. */
  readonly noTrack?: boolean;
}

/** A parameters file, such as `migration-params.json`: the DAO, and what differs by network. */
export interface MigrationParameters extends DaoSection {
  /** For readers; it has no effect. */
  readonly $comment?: string;
  /** Where editors find the JSON Schema. */
  readonly $schema?: string;
  /** Parameters for all networks. */
  readonly default?: DaoSection;
  /** Parameters that differ on private networks. */
  readonly private?: DaoSection;
  /** Parameters that differ on mainnet. */
  readonly mainnet?: DaoSection;
  /** Parameters that differ on rinkeby. */
  readonly rinkeby?: DaoSection;
  /** Parameters that differ on kovan. */
  readonly kovan?: DaoSection;
  /** Parameters that differ on sokol. */
  readonly sokol?: DaoSection;
  /** Parameters that differ on xdai. */
  readonly xdai?: DaoSection;
  /** Parameters that differ on ropsten. */
  readonly ropsten?: DaoSection;
}
