import type { ContractDescription, PermissionsDescription } from "./contract-description.js";
import type { CompetitionDescription, UnpaidDescription } from "./promise-description.js";
import type { Read, JsonValue } from "./read-value.js";

export type ProposalState =
  "queued" | "preBoosted" | "boosted" | "quietEndingPeriod" | "executed" | "expiredInQueue";

export type Side = "for" | "against";

export interface ProposalDescription {
  /** 32 bytes, unique to its voting machine. */
  readonly id: string;
  readonly votingMachine: string;
  /** Address of the scheme that it was made through. */
  readonly scheme: string;
  /** In AbsoluteVote and QuorumVote the scheme, as their events do not say who called it. */
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
  /** What it has not paid yet; absent unless it passed, asks for a reward, and something is left. */
  readonly unpaid?: Read<readonly UnpaidDescription[]>;
  /** When the time of the noted state is over, UNIX seconds; absent if it is decided or has no such time. */
  readonly deadline?: Read<number>;
  /** As it was proposed: often a hash of IPFS, always a stranger's text. */
  readonly description?: string;
  readonly asks: Read<ProposalRequest>;
  /** Why what it asks for can never happen as it is, a sentence each; absent if nothing was found. */
  readonly problems?: readonly string[];
  /** Only of one that asks rewards for a competition. */
  readonly competition?: Read<CompetitionDescription>;
  readonly votes: Read<VotesDescription>;
  /** Absent if the voting machine knows no stakes. */
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
      /** Address of the ERC-20; absent if none is requested. */
      readonly externalToken?: string;
      /** Seconds; absent if the scheme pays at once. */
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
  /** Absent if no function that is known has these first 4 bytes. */
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
    /** In AbsoluteVote and QuorumVote, one can vote for neither side. */
    readonly side: Side | "abstained";
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
  /** Of the staking token, which the DAO pays of what it has; 0 where it has too little. */
  readonly daoBounty: string;
  /** What the DAO has promised of it; absent if `daoBounty` is all of it. */
  readonly daoBountyPromised?: string;
}
