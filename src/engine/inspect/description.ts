import type {
  Address,
  Amount,
  Count,
  FourBytes,
  Hash,
  Line,
  Time,
} from "../../foundation/support/formats.js";
import type {
  AllowanceDescription,
  ClaimedAllowancesDescription,
  FounderDescription,
  ReputationDescription,
  StakingTokenDescription,
  TokenDescription,
  TreasuryDescription,
  UnvotedMintDescription,
} from "./asset-description.js";
import type {
  AccountDescription,
  ContractDescription,
  PermissionsDescription,
  StorageDescription,
} from "./contract-description.js";
import type {
  ControllerDescription,
  EarlierControllerDescription,
  ListingDescription,
  MomentDescription,
} from "./organization-description.js";
import type { MintableDescription, OwesDescription } from "./promise-description.js";
import type { ProposalDescription } from "./proposal-description.js";
import type { NotRead, Inspected, JsonValue } from "./read-value.js";

export type * from "./asset-description.js";
export type * from "./contract-description.js";
export type * from "./organization-description.js";
export type * from "./promise-description.js";
export type * from "./proposal-description.js";
export type * from "./read-value.js";

/** Changes if a field changes its meaning or place, but not for new fields. */
export const SCHEMA_VERSION = 1;

/**
 * A DAO at one block, read from the chain alone. The same chain and block give the same bytes.
 * Amounts are wei as decimal text, times UNIX seconds, unless a field says otherwise.
 */
export interface Inspection {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly chainId: Count;
  readonly block: BlockDescription;
  /** The first block searched for events; nothing earlier is included. */
  readonly eventsFromBlock: Count;
  /** Why early events may be missing; absent if all were searched. */
  readonly missingEvents?: string;
  /** The avatar's name for it. Untrusted text. */
  readonly name: Inspected<string>;
  /** Arc releases whose avatar, controller, token and reputation all match, oldest first. */
  readonly releases: readonly Line[];
  readonly avatar: ContractDescription;
  /** The DAO's latest description of itself, often an IPFS hash, if it gave one. */
  readonly metaData?: Inspected<string>;
  readonly controller: ControllerDescription;
  /** Controllers that the DAO was upgraded from, oldest first. Their schemes and proposals are included. */
  readonly earlierControllers: readonly EarlierControllerDescription[];
  /** Its entries in DAORegistry and DAOTracker, ordered by address. */
  readonly listings: Inspected<readonly ListingDescription[]>;
  readonly token: TokenDescription;
  readonly reputation: ReputationDescription;
  /** Whether something is hidden in the storage of the DAO's own contracts. */
  readonly storage: Readonly<Record<StorageOwner, Inspected<StorageDescription>>>;
  /** Accounts that received tokens or reputation before the first proposal, in chain order. */
  readonly founders: Inspected<readonly FounderDescription[]>;
  /** What accounts minted and burned without a vote after the first scheme was registered, in chain order. */
  readonly unvotedMints: Inspected<readonly UnvotedMintDescription[]>;
  /** What the avatar owns. */
  readonly treasury: Inspected<TreasuryDescription>;
  /** What passed proposals still owe, compared with what the avatar owns. */
  readonly owes: Inspected<OwesDescription>;
  /** Reputation that schemes can still mint without a proposal, in the order of the schemes. */
  readonly mintable: Inspected<readonly MintableDescription[]>;
  /** Who may take what the avatar has: allowances of ERC-20s, and operators of other tokens. */
  readonly allowances: Inspected<readonly AllowanceDescription[]>;
  /** Tokens that invent allowances, ordered by address; not set without any. */
  readonly claimedAllowances?: readonly ClaimedAllowancesDescription[];
  /** Every account ever registered as a scheme: current ones first, then by time. */
  readonly schemes: readonly SchemeDescription[];
  /** Global constraints: contracts that can refuse what the controller does. */
  readonly globalConstraints: Inspected<readonly GlobalConstraintDescription[]>;
  /** The voting machines of registered schemes, ordered by address. */
  readonly votingMachines: readonly VotingMachineDescription[];
  /** Every proposal made through a scheme of the DAO, oldest first. */
  readonly proposals: Inspected<readonly ProposalDescription[]>;
  /** For each registered scheme that votes, which accounts can together decide its proposals. */
  readonly control: Inspected<readonly ControlDescription[]>;
  /**
   * The accounts that decide something and have code or a delegate: schemes of unknown code, owners, the largest holders,
   * accounts that vote for all or may take from the treasury, and who is behind these; ordered by address.
   */
  readonly accounts: Inspected<readonly AccountDescription[]>;
}

export type StorageOwner = "avatar" | "controller" | "token" | "reputation";

/** The block at which everything was read. */
export interface BlockDescription {
  readonly number: Count;
  readonly hash: Hash;
  /** UNIX seconds. */
  readonly timestamp: Time;
  /** Whether all state was proven against the hash, which the user gave; absent if the node's word was taken for it. */
  readonly isProven?: boolean;
}

export interface GlobalConstraintDescription {
  readonly contract: ContractDescription;
  /** Whether it checks an action before or after it happens. */
  readonly looks: "before" | "after" | "before and after";
  readonly paramsHash: Hash;
  /** Under the contract's own names. */
  readonly parameters: Inspected<Readonly<Record<string, JsonValue>>>;
}

export interface SchemeDescription {
  readonly contract: ContractDescription;
  readonly registered: boolean;
  readonly permissions: PermissionsDescription;
  /** As the controller stores it for the scheme; 32 zero bytes for most schemes that store their own parameters. */
  readonly paramsHash: Hash;
  /** Each time it was registered or unregistered, oldest first. */
  readonly history: readonly RegistrationDescription[];
  /** Absent for accounts without code and for schemes that are no longer registered. */
  readonly parameters?: Inspected<SchemeParametersDescription>;
}

export interface RegistrationDescription extends MomentDescription {
  readonly event: "registered" | "unregistered";
  /** The account that made the controller do it. */
  readonly by: Address;
  /** `controller`: when the controller or organization was created, for the account that created it. */
  readonly how: "controller" | "itself" | "scheme";
  /** Address of the earlier controller that did it; absent for the current one. */
  readonly controller?: Address;
}

/** What a scheme was set up with. */
export interface SchemeParametersDescription {
  /** `hash`: stored under the parameters hash by a scheme that serves many DAOs. `own`: the scheme belongs to this DAO. */
  readonly kept: "hash" | "own";
  /** Under the contract's own names. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** The rules its proposals are voted on with, by the scheme's name for them. */
  readonly votes: Readonly<Record<string, VoteParametersDescription>>;
  /** Contracts that a generic scheme may call; absent if it has no such list. */
  readonly mayCall?: Inspected<readonly Address[]>;
  /**
   * The avatar that a scheme of its own was initialized for, only if it is not this DAO's; the zero address if anybody
   * can still initialize it.
   */
  readonly initializedFor?: Inspected<Address>;
  /** The scheme's owner, who may call what is reserved to it; only for a scheme of this DAO that has one. */
  readonly owner?: Inspected<Address>;
  /** Arc contracts that the values refer to, other than the voting machine and the DAO's own four; not set without any. */
  readonly refersTo?: readonly ReferredContractDescription[];
}

/** An Arc contract that a scheme works with, such as a Competition or what it may call. */
export interface ReferredContractDescription {
  readonly contract: ContractDescription;
  /** Absent if the contract has none. */
  readonly owner?: Inspected<Address>;
  /** Only if it was never initialized, so that anybody can still do so. */
  readonly isUninitialized?: true;
  /**
   * Its own values, under its own names. For constraints, `contractsWhiteList` lists what may be called now unless
   * `enableWhitelisting` is false, and `periodLimitTokens` has the limits of the DAO's own token and of all tokens that
   * its events ever named, because no contract lists them.
   */
  readonly values: Inspected<Readonly<Record<string, JsonValue>>>;
}

export interface VoteParametersDescription {
  /** Address of the voting machine. */
  readonly votingMachine: Address;
  readonly paramsHash: Hash;
  readonly rules: Inspected<VoteRules>;
}

/** In the words and units of a parameters file. */
export type VoteRules =
  | { readonly GenesisProtocol: GenesisProtocolRules }
  | { readonly AbsoluteVote: MajorityRules }
  | { readonly QuorumVote: MajorityRules };

export interface MajorityRules {
  /** Percent of all reputation. */
  readonly votePerc: number;
  /** May vote for others; the zero address for nobody. Releases up to alpha.58 have no such account. */
  readonly voteOnBehalf?: Address;
  /**
   * Whether a scheme may vote for every holder on proposals that it made, and cancel them. Arc's schemes only vote for the
   * proposer. Only up to alpha.58.
   */
  readonly allowOwner?: boolean;
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
  readonly voteOnBehalf?: Address;
  /** Everything else the contract stores, under its own names and unconverted. */
  readonly others?: Readonly<Record<string, JsonValue>>;
}

export interface VotingMachineDescription {
  readonly contract: ContractDescription;
  /** Why its proposals are not listed with the DAO's; absent if they are. */
  readonly proposals?: NotRead;
  /** The token staked on proposals, of machines with stakes. */
  readonly stakingToken?: Inspected<StakingTokenDescription>;
}

/** Who can decide a scheme's proposals. */
export interface ControlDescription {
  /** Address of the scheme. */
  readonly scheme: Address;
  /** The permissions they control by that. */
  readonly permissions: FourBytes;
  /** Which of the scheme's vote parameters applies. */
  readonly vote: string;
  /** Percent of all reputation: more than this decides at once. */
  readonly neededPercent: number;
  /**
   * More wei of reputation than this decides at once; only if Arc's rounding makes that less than the percentage, as with
   * 100 %, which nobody could exceed otherwise.
   */
  readonly needed?: Amount;
  /** The only account that may vote, for every holder, and so decides alone; absent if holders vote for themselves. */
  readonly voteOnBehalf?: Address;
  /** The smallest group of accounts that together has it, largest first; empty if all accounts together do not. */
  readonly accounts: readonly Address[];
  /** Their percentage of all reputation, with two decimals. */
  readonly share: Line;
  /** Whether staking can bring a proposal to a vote that fewer decide, if nobody votes against it. */
  readonly boosting: boolean;
}
