import type { Address, Amount, Count, Hash, Line } from "../../foundation/support/formats.js";
import type { StakingTokenDescription } from "./asset-description.js";
import type { NotRead, Inspected } from "./read-value.js";

/** `own token` and reputation are minted when paid; ether and tokens come from the treasury. */
export type PromisedAsset = "ether" | "token" | "own token" | "reputation";

/** What a passed proposal still owes. */
export interface UnpaidDescription {
  readonly of: PromisedAsset;
  /** Address of the token; only with `token`. */
  readonly token?: Address;
  /** The beneficiary; absent if a rewarder decides that. */
  readonly account?: Address;
  /** All that is left, in wei, including what is due later; negative for reputation to be taken away. */
  readonly amount: Amount;
  /** The part that can be redeemed in this block, in wei. */
  readonly due: Amount;
  /** How many payments are left; absent if the scheme pays once. */
  readonly periods?: Amount;
  /** The scheme, if it already holds the amount and the avatar pays nothing more. */
  readonly heldBy?: Address;
  /** Why redeeming what is due fails, as the contracts say; absent if it would work. Tried on the node. */
  readonly refused?: string;
}

/** What passed proposals still owe in one currency. */
export interface DebtDescription {
  readonly of: PromisedAsset;
  /** Only with `token`. */
  readonly token?: StakingTokenDescription;
  /** All promises, in wei, including those due later. */
  readonly amount: Amount;
  /** The part that can be redeemed in this block if the treasury has it, in wei. */
  readonly due: Amount;
  /** What the treasury holds, in wei; absent for what is minted when paid. */
  readonly has?: Inspected<Amount>;
  /** The treasury's shortfall, in wei; absent if it has enough. */
  readonly missing?: Amount;
  /** Ids of the proposals. */
  readonly proposals: readonly Hash[];
}

export interface OwesDescription {
  /** Ether first, then tokens in the order of their addresses, the own token and reputation. */
  readonly debts: readonly DebtDescription[];
  /** Proposals whose debt is unknown; they are not in `debts`. */
  readonly unknown: readonly { readonly proposal: Hash; readonly why: NotRead }[];
}

/** Reputation that a registered scheme can still mint without a proposal. */
export interface MintableDescription {
  /** Address of the scheme. */
  readonly scheme: Address;
  /** What it can still mint, in wei; absent if its contract has no limit. */
  readonly atMost?: Inspected<Amount>;
  /** What accounts have redeemed, in wei. */
  readonly claimed: Inspected<Amount>;
  /** UNIX seconds from which it can be minted; absent if that is always possible. */
  readonly from?: Inspected<number>;
  /** UNIX seconds until which accounts can join: lock, bid, or claim; not set if nobody has to join. */
  readonly joinUntil?: Inspected<number>;
  /** UNIX seconds until which it can be minted; absent if that never ends. */
  readonly until?: Inspected<number>;
  /** Who gets it, a phrase. */
  readonly to: Line;
}

/** A competition whose rewards a proposal requests and in which suggestions are voted on. */
export interface CompetitionDescription {
  /** Address of the Competition. */
  readonly contract: Address;
  /** Percent for each winner, starting with the first. */
  readonly rewardSplit: readonly Amount[];
  /** UNIX seconds. */
  readonly startTime: number;
  readonly suggestionsEndTime: number;
  readonly votingStartTime: number;
  readonly endTime: number;
  /** UNIX seconds until which winners can redeem; absent up to rc.42, where that never ends. */
  readonly redeemUntil?: number;
  readonly maxVotesPerVoter: Amount;
  /** The only account that may suggest; absent if anybody may. */
  readonly admin?: Address;
  /** The block whose reputation counts; absent until somebody votes. */
  readonly snapshotBlock?: Count;
  /** In the order in which they were made. */
  readonly suggestions: readonly SuggestionDescription[];
}

export interface SuggestionDescription {
  readonly id: Amount;
  /** Untrusted text, or its hash. Up to rc.38 the Keccak hash of that, as nothing else is stored. */
  readonly description: string;
  /** The beneficiary, or, up to rc.38, the account that made the suggestion. */
  readonly beneficiary: Address;
  /** Wei of reputation. */
  readonly votes: Amount;
  /** In the order of the votes. */
  readonly cast: readonly { readonly voter: Address; readonly reputation: Amount }[];
  /** 1 for the first; equal votes share a place. Absent if it does not win as things stand. */
  readonly place?: Count;
  /** Percent of each reward paid for it, a whole number; absent until it is redeemed. */
  readonly redeemedPercent?: Amount;
}
