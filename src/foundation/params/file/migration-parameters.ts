import type { Address, ContractName, FourBytes, Hash, Name } from "../../support/formats.js";

/*
 * The only definition of a parameters file. scripts/write-schemas.ts makes the JSON Schema for editors from it, and
 * check-fields.ts checks files against that.
 */

/** What a number may come as: a JSON number, text, or a bigint. */
export type Numeric = number | bigint | string;
/** An amount in whole tokens with up to 18 decimals, as a number or a string ("0.5"). */
export type Tokens = Numeric;
/** A whole number from 0 to 2^256 - 1. */
export type Uint256 = Numeric;
/** An index: a whole number from 0. */
export type Index = Numeric;

export interface FounderParameters {
  /** The founder's account. */
  readonly address: Address;
  /** Tokens of the DAO that the founder gets, in whole tokens. */
  readonly tokens?: Tokens;
  /** Reputation that the founder gets, in whole units. */
  readonly reputation?: Tokens;
}

export interface GenesisProtocolParameters {
  /** Percent of all reputation that decides a queued proposal: 50 to 100 (up to alpha.58, 1 to 100). */
  readonly queuedVoteRequiredPercentage: Uint256;
  /** Seconds a queued proposal is open for votes. */
  readonly queuedVotePeriodLimit: Uint256;
  /** Seconds a boosted proposal is open for votes; at least quietEndingPeriod. */
  readonly boostedVotePeriodLimit: Uint256;
  /** Seconds a proposal waits before it is boosted. */
  readonly preBoostedVotePeriodLimit: Uint256;
  /** Confidence needed for boosting, in thousandths: above 1000, up to 16000. */
  readonly thresholdConst: Uint256;
  /** Seconds without a change of the outcome before a vote may end. */
  readonly quietEndingPeriod: Uint256;
  /** Reputation for the proposer of an accepted proposal, in whole units. */
  readonly proposingRepReward: Tokens;
  /** Percent (0 to 100) of their reputation that voters put at stake. */
  readonly votersReputationLossRatio: Uint256;
  /** The DAO's minimum stake, in whole staking tokens; above 0. */
  readonly minimumDaoBounty: Tokens;
  /** Factor of the DAO's stake, above 0. */
  readonly daoBountyConst: Uint256;
  /** UNIX time in seconds from which proposals can be made. */
  readonly activationTime: Uint256;
  /** Who may vote on behalf of others; the zero address means nobody. */
  readonly voteOnBehalf: Address;
}

export interface PresetParameters {
  /** Hash of parameters that the voting machine already has: 0x and 64 hex digits. */
  readonly votingParamsHash: Hash;
}

export interface AbsoluteVoteParameters {
  /** Percent (1 to 100) of all reputation; with more, a proposal passes. */
  readonly votePerc: Uint256;
  /** Who may vote on behalf of others; the zero address means nobody. */
  readonly voteOnBehalf: Address;
}

export interface SchemeRegistrarParameters {
  /** Index into VotingMachinesParams for votes that register a scheme; 0 by default. */
  readonly voteRegisterParams?: Index;
  /** Index into VotingMachinesParams for votes that remove a scheme; 0 by default. */
  readonly voteRemoveParams?: Index;
  /** The voting machine; GenesisProtocol of the base by default. */
  readonly votingMachine?: Address;
}

export interface SchemeParameters {
  /** Index into VotingMachinesParams; 0 by default. */
  readonly voteParams?: Index;
  /** The voting machine; GenesisProtocol of the base by default. */
  readonly votingMachine?: Address;
}

export interface GenericSchemeParameters extends SchemeParameters {
  /** The one contract the scheme may call. */
  readonly targetContract: Address | StandAloneReference;
}

/** A stand-alone contract, by its index. */
export interface StandAloneReference {
  /** Index into StandAloneContracts, from 0. */
  readonly StandAloneContract: Index;
}

export interface StandAloneContractParameters {
  /** Name of the contract. */
  readonly name: ContractName;
  /** Its name in the result. */
  readonly alias?: Name;
  /** True: from the Arc release. False: your own, from the project's artifacts or custom-abis/<name>.json. By default your own if there is one, else Arc's. */
  readonly fromArc?: boolean;
  /** True: params go to the constructor. False: to initialize, which is not called without params. By default to the constructor if it takes arguments. */
  readonly constructor?: boolean | object;
  /** Arguments of the constructor or of initialize. */
  readonly params?: readonly RawArgument[];
  /** Calls made on the contract by the deploying account, in this order. */
  readonly runFunctions?: readonly RunFunction[];
  /** Release of Arc, such as 0.0.1-rc.57. */
  readonly arcVersion?: Name;
}

/** An argument: a literal as the contract takes it (amounts in wei, large ones as strings), "AvatarAddress", "DAOTokenAddress", "ReputationAddress", "GenesisProtocolAddress", "AbsoluteVoteAddress", {"StandAloneContract": index}, {"voteParams": index}, {"votingMachine": index}, or a list of these. */
export type RawArgument =
  | string
  | number
  | bigint
  | boolean
  | StandAloneReference
  | {
      /** Index into VotingMachinesParams, from 0. */
      readonly voteParams: Index;
    }
  | readonly RawArgument[]
  | { readonly [name: string]: RawArgument };

export interface RunFunction {
  /** Name of the function; with its types if it is overloaded. */
  readonly functionName: Name;
  /** Its arguments. */
  readonly params?: readonly RawArgument[];
}

export interface CustomSchemeParameters {
  /** Name of the contract; in the mapping form the key by default. */
  readonly name?: ContractName;
  /** Kind of scheme; chooses the factory with fromFactory. */
  readonly schemeName?: Name;
  /** Its name in the result. */
  readonly alias?: Name;
  /** True: from the Arc release. False: your own, from the project's artifacts or custom-abis/<name>.json. By default your own if there is one, else Arc's. */
  readonly fromArc?: boolean;
  /** True: created by the release's factory for it. */
  readonly fromFactory?: boolean;
  /** True: setParameters is called. Otherwise initialize, with the avatar before params. */
  readonly isUniversal?: boolean;
  /** Address of an existing scheme; by default one is deployed. */
  readonly address?: Address | StandAloneReference;
  /** Arguments of setParameters, of initialize, or of the factory. */
  readonly params?: readonly RawArgument[];
  /** What the controller lets the scheme do: 4 bytes as hex with 0x. */
  readonly permissions: FourBytes;
  /** Calls made on the contract by the deploying account, in this order. */
  readonly runFunctions?: readonly RunFunction[];
  /** Release of Arc, such as 0.0.1-rc.57. */
  readonly arcVersion?: Name;
}

/** Parameters of a DAO, without sections for networks. */
export interface DaoSection {
  /** Name of the DAO. */
  readonly orgName?: Name;
  /** Name of the DAO's token. */
  readonly tokenName?: Name;
  /** Symbol of the DAO's token. */
  readonly tokenSymbol?: Name;
  /** Release of Arc that the DAO is created from; overrides the flag. */
  readonly arcVersion?: Name;
  /** Accounts that get tokens and reputation. */
  readonly founders?: readonly FounderParameters[];
  /** Vote parameters, referred to by index. */
  readonly VotingMachinesParams?: readonly (
    | GenesisProtocolParameters
    | PresetParameters
    | {
        readonly AbsoluteVote: AbsoluteVoteParameters;
      }
  )[];
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
  readonly SchemeRegistrar?: readonly SchemeRegistrarParameters[] | SchemeRegistrarParameters;
  readonly ContributionReward?: readonly SchemeParameters[] | SchemeParameters;
  readonly GenericScheme?: readonly GenericSchemeParameters[] | GenericSchemeParameters;
  /** Older name of GenericScheme. */
  readonly UGenericScheme?: readonly GenericSchemeParameters[] | GenericSchemeParameters;
  readonly GlobalConstraintRegistrar?: readonly SchemeParameters[] | SchemeParameters;
  readonly UpgradeScheme?: readonly SchemeParameters[] | SchemeParameters;
  /** Contracts to deploy alongside the DAO, in this order. */
  readonly StandAloneContracts?: readonly StandAloneContractParameters[];
  /** Further schemes: a list, or lists by the scheme's name. */
  readonly CustomSchemes?:
    | readonly CustomSchemeParameters[]
    | { readonly [name: string]: readonly CustomSchemeParameters[] | CustomSchemeParameters };
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
