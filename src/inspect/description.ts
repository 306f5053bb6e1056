import type {
  AllowanceDescription,
  FounderDescription,
  ReputationDescription,
  StakingTokenDescription,
  TokenDescription,
  TreasuryDescription,
} from "./asset-description.js";
import type { ContractDescription, PermissionsDescription } from "./contract-description.js";
import type {
  ControllerDescription,
  EarlierControllerDescription,
  ListingDescription,
} from "./organization-description.js";
import type { MintableDescription, OwesDescription } from "./promise-description.js";
import type { ProposalDescription } from "./proposal-description.js";
import type { NotRead, Read, JsonValue } from "./read-value.js";

export type * from "./asset-description.js";
export type * from "./contract-description.js";
export type * from "./organization-description.js";
export type * from "./promise-description.js";
export type * from "./proposal-description.js";
export type * from "./read-value.js";

/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const SCHEMA_VERSION = 1;

/**
 * A DAO at one block, read from the chain alone. The same chain and block give the same bytes.
 * Amounts are wei as decimal text, times UNIX seconds, unless a field says otherwise.
 */
export interface Inspection {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly chainId: number;
  readonly block: BlockDescription;
  /** The first block that was searched for events. What came before it is not in here. */
  readonly eventsFromBlock: number;
  /** Why events of the DAO's beginning may be missing; absent if all were searched. */
  readonly missingEvents?: string;
  /** As the avatar has it; written by strangers. */
  readonly name: Read<string>;
  /** Releases of Arc that have all of avatar, controller, token and reputation, oldest first. */
  readonly releases: readonly string[];
  readonly avatar: ContractDescription;
  /** What the DAO last said of itself, often a hash of IPFS; absent if it never did. */
  readonly metaData?: Read<string>;
  readonly controller: ControllerDescription;
  /** Those that the DAO was upgraded from, oldest first. Their schemes and proposals are the DAO's, too. */
  readonly earlierControllers: readonly EarlierControllerDescription[];
  /** What DAORegistry and DAOTracker have of it, in the order of their addresses. */
  readonly listings: Read<readonly ListingDescription[]>;
  readonly token: TokenDescription;
  readonly reputation: ReputationDescription;
  /** Who was given tokens or reputation before the first proposal, in the order of the chain. */
  readonly founders: Read<readonly FounderDescription[]>;
  /** What the avatar owns. */
  readonly treasury: Read<TreasuryDescription>;
  /** What proposals that passed have not paid yet, against what the avatar owns. */
  readonly owes: Read<OwesDescription>;
  /** Reputation that schemes can still make without a proposal, in the order of the schemes. */
  readonly mintable: Read<readonly MintableDescription[]>;
  /** ERC-20 tokens that others may take from the avatar. */
  readonly allowances: Read<readonly AllowanceDescription[]>;
  /** Every account that ever was registered, those that still are first, then in the order of time. */
  readonly schemes: readonly SchemeDescription[];
  /** Contracts that may refuse what the controller does. */
  readonly globalConstraints: Read<readonly GlobalConstraintDescription[]>;
  /** Those that registered schemes vote with, in the order of their addresses. */
  readonly votingMachines: readonly VotingMachineDescription[];
  /** Every proposal that was made through a scheme of the DAO, oldest first. */
  readonly proposals: Read<readonly ProposalDescription[]>;
  /** For each registered scheme that votes, who can decide it together. */
  readonly control: Read<readonly ControlDescription[]>;
}

/** The block at which everything was read. */
export interface BlockDescription {
  readonly number: number;
  readonly hash: string;
  /** UNIX seconds. */
  readonly timestamp: number;
}

export interface GlobalConstraintDescription {
  readonly contract: ContractDescription;
  /** Whether it looks at what is done before or after it is done. */
  readonly looks: "before" | "after" | "before and after";
  readonly paramsHash: string;
  /** Under the contract's own names. */
  readonly parameters: Read<Readonly<Record<string, JsonValue>>>;
}

export interface SchemeDescription {
  readonly contract: ContractDescription;
  readonly registered: boolean;
  readonly permissions: PermissionsDescription;
  /** As the controller keeps it for the scheme; 32 zero bytes for most that keep their parameters themselves. */
  readonly paramsHash: string;
  /** Each time it was registered or unregistered, oldest first. */
  readonly history: readonly RegistrationDescription[];
  /** Absent for accounts without code and for schemes that are not registered any more. */
  readonly parameters?: Read<SchemeParametersDescription>;
}

export interface RegistrationDescription {
  readonly event: "registered" | "unregistered";
  /** The account that had the controller do it. */
  readonly by: string;
  /** `controller`: at the making of the controller or organization, of the account that made it. */
  readonly how: "controller" | "itself" | "scheme";
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  readonly transaction: string;
  /** Address of the earlier controller that did it; absent if it is the present one. */
  readonly controller?: string;
}

/** What a scheme was set up with. */
export interface SchemeParametersDescription {
  /** `hash`: kept by a scheme of many DAOs under the parameters hash. `own`: the scheme is of this DAO. */
  readonly kept: "hash" | "own";
  /** Under the contract's own names. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Under which rules its proposals are voted on, by the name that the scheme has for them. */
  readonly votes: Readonly<Record<string, VoteParametersDescription>>;
  /** Contracts that a scheme of calls may call; absent if it has no such list. */
  readonly mayCall?: Read<readonly string[]>;
  /** Who may do what the scheme keeps to its owner; only of a scheme of this DAO that has one. */
  readonly owner?: Read<string>;
  /** Arc contracts that the values name, besides the voting machine and the DAO's own four; absent if there are none. */
  readonly refersTo?: readonly ReferredContractDescription[];
}

/** An Arc contract that a scheme works with, such as a Competition or what it may call. */
export interface ReferredContractDescription {
  readonly contract: ContractDescription;
  /** Absent if the contract has none. */
  readonly owner?: Read<string>;
  /**
   * What it says of itself, under its own names. Of constraints, `contractsWhiteList` is what may be
   * called now, and `periodLimitTokens` has the limits of the tokens that were ever named there, and of
   * the DAO's own: no contract lists them.
   */
  readonly values: Read<Readonly<Record<string, JsonValue>>>;
}

export interface VoteParametersDescription {
  /** Address of the voting machine. */
  readonly votingMachine: string;
  readonly paramsHash: string;
  readonly rules: Read<VoteRules>;
}

/** In the words and units of a parameters file. */
export type VoteRules =
  | { readonly GenesisProtocol: GenesisProtocolRules }
  | { readonly AbsoluteVote: MajorityRules }
  | { readonly QuorumVote: MajorityRules };

export interface MajorityRules {
  /** Percent of all reputation. */
  readonly votePerc: number;
  /** May vote for others; the zero address for nobody. Up to alpha.58 there is no such account. */
  readonly voteOnBehalf?: string;
}

/** Fields that a release does not have are absent. */
export interface GenesisProtocolRules {
  /** Percent of all reputation. */
  readonly queuedVoteRequiredPercentage: number;
  /** Seconds. */
  readonly queuedVotePeriodLimit: number;
  /** Seconds. */
  readonly boostedVotePeriodLimit: number;
  /** Seconds. */
  readonly preBoostedVotePeriodLimit?: number;
  /** Thousandths, as decimal text: 2000 for a threshold that doubles with each boosted proposal. */
  readonly thresholdConst?: string;
  /** Seconds. */
  readonly quietEndingPeriod: number;
  /** Whole reputation, as decimal text. */
  readonly proposingRepReward?: string;
  /** Percent. */
  readonly votersReputationLossRatio: number;
  /** Whole staking tokens, as decimal text. */
  readonly minimumDaoBounty?: string;
  readonly daoBountyConst?: string;
  /** UNIX seconds. */
  readonly activationTime?: number;
  readonly voteOnBehalf?: string;
  /** What the contract keeps besides, under its own names, as it keeps them. */
  readonly others?: Readonly<Record<string, JsonValue>>;
}

export interface VotingMachineDescription {
  readonly contract: ContractDescription;
  /** Why its proposals are not among the DAO's; absent if they are. */
  readonly proposals?: NotRead;
  /** What is staked on proposals; absent if nothing is. */
  readonly stakingToken?: Read<StakingTokenDescription>;
}

/** Who can decide what a scheme proposes. */
export interface ControlDescription {
  /** Address of the scheme. */
  readonly scheme: string;
  /** Whose permissions they gain by it. */
  readonly permissions: string;
  /** By which of the scheme's vote parameters. */
  readonly vote: string;
  /** More percent of all reputation than this decides at once. */
  readonly neededPercent: number;
  /** The fewest accounts that have it together, largest first; none where all together have not. */
  readonly accounts: readonly string[];
  /** Percent of all reputation that they have, with two decimals. */
  readonly share: string;
  /** Whether staking can bring a proposal to a vote that fewer decide, if nobody votes against it. */
  readonly boosting: boolean;
}
