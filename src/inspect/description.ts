/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const SCHEMA_VERSION = 1;

/** Stands where something could not be read, and says why. Nothing else is ever put in its place. */
export interface NotRead {
  readonly notRead: string;
}

/** Something that was read, or why it was not. */
export type Read<Value> = Value | NotRead;

/** A value of a contract as JSON has it: numbers as decimal text, bytes as hex, addresses checksummed. */
export type JsonValue =
  string | boolean | readonly JsonValue[] | { readonly [name: string]: JsonValue };

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
  /** As the avatar has it; written by strangers. */
  readonly name: Read<string>;
  /** Releases of Arc that have all of avatar, controller, token and reputation, oldest first. */
  readonly releases: readonly string[];
  readonly avatar: ContractDescription;
  /** What the DAO last said of itself, often a hash of IPFS; absent where it never did. */
  readonly metaData?: Read<string>;
  readonly controller: ControllerDescription;
  readonly token: TokenDescription;
  readonly reputation: ReputationDescription;
  /** Who was given tokens or reputation before the first proposal, in the order of the chain. */
  readonly founders: Read<readonly FounderDescription[]>;
  /** What the avatar owns. */
  readonly treasury: Read<TreasuryDescription>;
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

/** What is at an address, told by its code. */
export interface ContractDescription {
  /** Checksummed. */
  readonly address: string;
  /** `account` has no code: somebody holds its key, or a contract may still come there. */
  readonly code: "arc" | "unknown" | "account";
  /** Of unknown code, what its functions make it look like, as a hint: `WalletScheme of dxdao-contracts 1`. */
  readonly looksLike?: string;
  /** Arc's name of the contract; only with the code `arc`. */
  readonly name?: string;
  /** Every release that has this code but for hashes of metadata, oldest first; only with the code `arc`. */
  readonly releases?: readonly string[];
  /** Those that have it byte for byte: a hint, as whoever deploys it chooses the hash of metadata. */
  readonly exact?: readonly string[];
  /** Who published this build: Arc's package, or the predecessor of this tool. */
  readonly build?: "published" | "predecessor" | "both";
}

export interface ControllerDescription extends ContractDescription {
  /** Whether one contract is the controller of many DAOs. */
  readonly universal: boolean;
}

export interface TokenDescription {
  readonly contract: ContractDescription;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
  readonly totalSupply: Read<string>;
  /** The most that may ever be minted; absent where the token has no such limit. */
  readonly cap?: Read<string>;
  /** Who may mint: the controller, if all is well. */
  readonly owner: Read<string>;
  /** Largest first. They add up to the supply. */
  readonly holders: Read<readonly HolderDescription[]>;
}

export interface ReputationDescription {
  readonly contract: ContractDescription;
  readonly totalSupply: Read<string>;
  /** Who may give and take reputation: the controller, if all is well. */
  readonly owner: Read<string>;
  /** Largest first. They add up to the supply. */
  readonly holders: Read<readonly HolderDescription[]>;
}

export interface HolderDescription {
  readonly account: string;
  /** Wei. */
  readonly amount: string;
}

export interface FounderDescription {
  readonly account: string;
  /** Wei of the DAO's token. */
  readonly tokens: string;
  /** Wei. */
  readonly reputation: string;
}

export interface TreasuryDescription {
  /** Wei. */
  readonly ether: string;
  /** Of each ERC-20 that it has any of, in the order of their addresses. */
  readonly tokens: readonly (StakingTokenDescription & {
    /** Wei of the token. */
    readonly amount: string;
  })[];
}

export interface GlobalConstraintDescription {
  readonly contract: ContractDescription;
  /** Whether it looks at what is done before or after it is done. */
  readonly looks: "before" | "after" | "before and after";
  readonly paramsHash: string;
  /** Under the contract's own names. */
  readonly parameters: Read<Readonly<Record<string, JsonValue>>>;
}

export interface AllowanceDescription {
  /** Address of the ERC-20. */
  readonly token: string;
  readonly spender: string;
  /** Wei that the spender may still take. */
  readonly amount: string;
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

export interface PermissionsDescription {
  /** 4 bytes, as the controller keeps them: 0x00000001 is added to each that is registered. */
  readonly bytes: string;
  /** What they let the scheme do, a phrase each; empty where it is not registered. */
  readonly words: readonly string[];
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
}

/** What a scheme was set up with. */
export interface SchemeParametersDescription {
  /** `hash`: kept by a scheme of many DAOs under the parameters hash. `own`: the scheme is of this DAO. */
  readonly kept: "hash" | "own";
  /** Under the contract's own names. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Under which rules its proposals are voted on, by the name that the scheme has for them. */
  readonly votes: Readonly<Record<string, VoteParametersDescription>>;
  /** Contracts that a scheme of calls may call; absent where it has no such list. */
  readonly mayCall?: Read<readonly string[]>;
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
  /** Why its proposals are not among the DAO's; absent where they are. */
  readonly proposals?: NotRead;
  /** What is staked on proposals; absent where nothing is. */
  readonly stakingToken?: Read<StakingTokenDescription>;
}

export interface StakingTokenDescription {
  readonly address: string;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
}

export type ProposalState =
  "queued" | "preBoosted" | "boosted" | "quietEndingPeriod" | "executed" | "expiredInQueue";

export type Side = "for" | "against";

export interface ProposalDescription {
  /** 32 bytes, unique to its voting machine. */
  readonly id: string;
  readonly votingMachine: string;
  /** Address of the scheme that it was made through. */
  readonly scheme: string;
  readonly proposer: string;
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  readonly transaction: string;
  readonly state: Read<{
    /** As the voting machine has noted it. */
    readonly noted: ProposalState;
    /** What it is as soon as anybody calls `execute`: other than `noted` where time has passed. */
    readonly now: ProposalState;
  }>;
  /** Which side won; absent as long as it is open. */
  readonly decision?: Read<Side>;
  /** What became of it. Passing is not doing: the votes decide, and value moves later. */
  readonly progress: Read<ProposalProgress>;
  /** When the time of the noted state is over, UNIX seconds; absent where it is decided or has no such time. */
  readonly deadline?: Read<number>;
  /** As it was proposed: often a hash of IPFS, always a stranger's text. */
  readonly description?: string;
  readonly asks: Read<ProposalRequest>;
  readonly votes: Read<VotesDescription>;
  /** Absent where the voting machine knows no stakes. */
  readonly stakes?: Read<StakesDescription>;
  /** What the voting machine still owes, to whom; absent as long as it is open or where nothing is owed. */
  readonly redeemable?: Read<readonly RedeemableDescription[]>;
}

/**
 * `open`: votes count still. `to be executed`: time or votes have decided, and anybody may call `execute`.
 * `rejected`, `expired`: over. `passed`: accepted, and not yet done: see `missing`. `done`: nothing is left.
 */
export interface ProposalProgress {
  readonly stage: "open" | "to be executed" | "rejected" | "expired" | "passed" | "done";
  /** What is missing of one that passed, a sentence. */
  readonly missing?: string;
}

/** What a proposal asks for, by its scheme's kind. Amounts are wei. */
export type ProposalRequest =
  | {
      readonly kind: "reward";
      readonly beneficiary: string;
      /** Reputation; negative where it is taken away. */
      readonly reputation: string;
      readonly nativeTokens: string;
      readonly ether: string;
      readonly externalTokens: string;
      /** Address of the ERC-20; absent where none of it is asked for. */
      readonly externalToken?: string;
      /** Seconds; absent where the scheme pays at once. */
      readonly periodLength?: string;
      /** How often all of the above is paid. */
      readonly periods: string;
    }
  | { readonly kind: "calls"; readonly calls: readonly CallDescription[] }
  | {
      readonly kind: "registerScheme";
      readonly scheme: ContractDescription;
      readonly paramsHash: string;
      readonly permissions: PermissionsDescription;
    }
  | { readonly kind: "unregisterScheme"; readonly scheme: ContractDescription }
  | {
      readonly kind: "addGlobalConstraint" | "removeGlobalConstraint";
      readonly constraint: ContractDescription;
      readonly paramsHash?: string;
    }
  | { readonly kind: "upgradeController"; readonly controller: ContractDescription }
  | {
      readonly kind: "changeUpgradeScheme";
      readonly scheme: ContractDescription;
      readonly paramsHash: string;
    }
  | {
      /** Any other; the values of its event. */
      readonly kind: "other";
      readonly event: string;
      readonly values: Readonly<Record<string, JsonValue>>;
    };

export interface CallDescription {
  readonly to: ContractDescription;
  /** Wei of ether that goes with it. */
  readonly value: string;
  readonly data: string;
  /** Absent where no function that is known has these first 4 bytes. */
  readonly function?: {
    /** Such as `transfer(address to, uint256 amount)`. */
    readonly signature: string;
    readonly args: Readonly<Record<string, JsonValue>>;
    /**
     * `code`: the receiver's code has it. `given`: an ABI that was given for the address. `guess`: some
     * other contract has a function of this name; encoded again, the arguments give the same bytes.
     */
    readonly knownBy: "code" | "given" | "guess";
  };
}

export interface VotesDescription {
  /** Wei of reputation. */
  readonly for: string;
  readonly against: string;
  /** All reputation that there was in the proposal's block: shares are of this. */
  readonly supply: string;
  /** In the order of the votes. */
  readonly cast: readonly {
    readonly voter: string;
    readonly side: Side;
    /** Wei of reputation. */
    readonly reputation: string;
    /** Percent of the supply in the proposal's block, with two decimals. */
    readonly share: string;
  }[];
}

export interface StakesDescription {
  /** Wei of the staking token; against it there is also what the DAO itself stakes. */
  readonly for: string;
  readonly against: string;
  /** In the order of the stakes, without the DAO's own. */
  readonly placed: readonly {
    readonly staker: string;
    readonly side: Side;
    readonly amount: string;
  }[];
  /** Stakes for over stakes against have to exceed this to boost, with up to 12 decimals; absent once decided. */
  readonly threshold?: string;
  /** Wei that is missing for it; absent unless it is queued. */
  readonly toBoost?: string;
}

/** What an account would get of the voting machine now. Wei. */
export interface RedeemableDescription {
  readonly account: string;
  /** Of the staking token. */
  readonly stakingTokens: string;
  readonly reputation: string;
  /** Of the staking token, which the DAO pays of what it has. */
  readonly daoBounty: string;
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
