import type { Address, Amount, Bytes, Hash, Line, Time } from "../../foundation/support/formats.js";
import type { ContractDescription, PermissionsDescription } from "./contract-description.js";
import type { MomentDescription } from "./organization-description.js";
import type { CompetitionDescription, UnpaidDescription } from "./promise-description.js";
import type { Inspected, JsonValue } from "./read-value.js";
import type { ProposalState, ProposalSide } from "../governance/proposal-state.js";

export type { ProposalState, ProposalSide };

export interface ProposalDescription extends MomentDescription {
  /** 32 bytes, unique to its voting machine. */
  readonly id: Hash;
  readonly votingMachine: Address;
  /** Address of the scheme it was made through. */
  readonly scheme: Address;
  /**
   * With AbsoluteVote and QuorumVote, the scheme: their events do not say who called it. In a ContributionRewardExt, the
   * account that the caller named, which can be any.
   */
  readonly proposer: Address;
  readonly state: Inspected<{
    /** As stored by the voting machine. */
    readonly recorded: ProposalState;
    /** What it becomes once anybody calls `execute`; differs from `recorded` if time has passed since. */
    readonly now: ProposalState;
  }>;
  /** Which side won; absent while it is open. */
  readonly decision?: Inspected<ProposalSide>;
  /** How far it got. A passed proposal may still have to be executed or redeemed. */
  readonly progress: Inspected<ProposalProgress>;
  /** What it still owes; absent unless it passed, asks for a reward, and something is left. */
  readonly unpaid?: Inspected<readonly UnpaidDescription[]>;
  /** When the stored state expires, UNIX seconds; absent if the proposal is decided or the state does not expire. */
  readonly deadline?: Inspected<Time>;
  /** As proposed: often an IPFS hash, always untrusted text. */
  readonly description?: string;
  readonly requests: Inspected<ProposalRequest>;
  /** Reasons why its request can never be carried out, a sentence each; absent if none were found. */
  readonly problems?: readonly string[];
  /** Only for a proposal that requests rewards for a competition. */
  readonly competition?: Inspected<CompetitionDescription>;
  readonly votes: Inspected<VotesDescription>;
  /** Absent if the voting machine has no stakes. */
  readonly stakes?: Inspected<StakesDescription>;
  /** What the voting machine still owes, and to whom; absent while the proposal is open or if nothing is owed. */
  readonly redeemable?: Inspected<readonly RedeemableDescription[]>;
}

/**
 * `open`: votes still count. `to be executed`: time or votes have decided, and anybody may call `execute`.
 * `rejected`, `expired`: over. `passed`: accepted but not complete, see `missing`. `done`: nothing is left.
 */
export interface ProposalProgress {
  readonly stage: "open" | "to be executed" | "rejected" | "expired" | "passed" | "done";
  /** What a passed proposal still lacks, a sentence. */
  readonly missing?: Line;
}

/** What a proposal requests, by the kind of its scheme. Amounts are in wei. */
export type ProposalRequest =
  | {
      readonly kind: "reward";
      readonly beneficiary: Address;
      /** Reputation; negative if it is taken away. */
      readonly reputation: Amount;
      readonly nativeTokens: Amount;
      readonly ether: Amount;
      readonly externalTokens: Amount;
      /** Address of the ERC-20; absent if none is requested. */
      readonly externalToken?: Address;
      /** Seconds; absent if the scheme pays at once. */
      readonly periodLength?: Amount;
      /** How many times all of the above is paid. */
      readonly periods: Amount;
    }
  | { readonly kind: "calls"; readonly calls: readonly CallDescription[] }
  | {
      readonly kind: "registerScheme";
      readonly scheme: ContractDescription;
      readonly paramsHash: Hash;
      /** The bytes that it asks for, and what the scheme may then do: every registered scheme may mint and pay. */
      readonly permissions: PermissionsDescription;
    }
  | { readonly kind: "unregisterScheme"; readonly scheme: ContractDescription }
  | {
      readonly kind: "addGlobalConstraint" | "removeGlobalConstraint";
      readonly constraint: ContractDescription;
      readonly paramsHash?: Hash;
      /** Hash of the vote parameters by which it can be removed later; only of one that is added. */
      readonly voteToRemoveParams?: Hash;
    }
  | { readonly kind: "upgradeController"; readonly controller: ContractDescription }
  | {
      readonly kind: "changeUpgradeScheme";
      readonly scheme: ContractDescription;
      readonly paramsHash: Hash;
    }
  | {
      /** Any other request; the values of its event. */
      readonly kind: "other";
      readonly event: string;
      readonly values: Readonly<Record<string, JsonValue>>;
    };

export interface CallDescription {
  readonly to: ContractDescription;
  /** Ether sent with it, in wei. */
  readonly value: Amount;
  readonly data: Bytes;
  /** Absent if no known function has this selector. */
  readonly function?: {
    /** Such as `transfer(address to, uint256 amount)`. */
    readonly signature: string;
    readonly args: Readonly<Record<string, JsonValue>>;
    /**
     * `code`: the receiver's code has it. `given`: from an ABI given for the address. `guess`: some
     * other contract has a function of this name; encoded again, the arguments give the same bytes.
     */
    readonly knownBy: "code" | "given" | "guess";
  };
}

export interface VotesDescription {
  /** Wei of reputation. */
  readonly for: Amount;
  readonly against: Amount;
  /** Total reputation in the proposal's block, on which shares are based. */
  readonly supply: Amount;
  /** In the order of the votes. */
  readonly cast: readonly {
    readonly voter: Address;
    /** AbsoluteVote and QuorumVote also allow abstaining. */
    readonly side: ProposalSide | "abstained";
    /** Wei of reputation. */
    readonly reputation: Amount;
    /** Percent of the supply in the proposal's block, with two decimals. */
    readonly share: Line;
  }[];
}

export interface StakesDescription {
  /** Wei of the staking token; `against` includes the DAO's own stake. */
  readonly for: Amount;
  readonly against: Amount;
  /** In the order of the stakes, without the DAO's own. */
  readonly placed: readonly {
    readonly staker: Address;
    readonly side: ProposalSide;
    readonly amount: Amount;
  }[];
  /** The ratio of stakes for to stakes against must exceed this to boost, with up to 12 decimals; absent once decided. */
  readonly threshold?: string;
  /** Wei still missing for that; absent unless the proposal is queued. */
  readonly toBoost?: Amount;
}

/** What an account would receive from the voting machine now, in wei. */
export interface RedeemableDescription {
  readonly account: Address;
  /** Of the staking token. */
  readonly stakingTokens: Amount;
  readonly reputation: Amount;
  /** Of the staking token, paid by the DAO; 0 if it has too little. */
  readonly daoBounty: Amount;
  /** What the DAO has promised; absent if `daoBounty` is all of it. */
  readonly daoBountyPromised?: Amount;
}
