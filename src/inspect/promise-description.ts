import type { StakingTokenDescription } from "./asset-description.js";
import type { NotRead, Read } from "./read-value.js";

/** `own token` and reputation are made when they are paid, ether and tokens come from the treasury. */
export type PaidIn = "ether" | "token" | "own token" | "reputation";

/** What a proposal that passed has not paid yet. */
export interface UnpaidDescription {
  readonly of: PaidIn;
  /** Address of the token; only with `token`. */
  readonly token?: string;
  /** Who gets it; absent if a rewarder decides that. */
  readonly account?: string;
  /** Wei of all that is left, also of what is due later; negative for reputation that is to be taken away. */
  readonly amount: string;
  /** Wei of it that can be redeemed in this block. */
  readonly due: string;
  /** How many payments are left; absent if the scheme pays once. */
  readonly periods?: string;
  /** The scheme, where it has the amount already and the avatar pays nothing any more. */
  readonly heldBy?: string;
  /** Why redeeming what is due fails, as the contracts say; absent if it would work. Tried on the node. */
  readonly refused?: string;
}

/** What the DAO has promised in one currency, by proposals that passed, and has not paid. */
export interface DebtDescription {
  readonly of: PaidIn;
  /** Only with `token`. */
  readonly token?: StakingTokenDescription;
  /** Wei of all promises, also of those that are due later. */
  readonly amount: string;
  /** Wei of it that can be redeemed in this block, where the treasury has it. */
  readonly due: string;
  /** Wei that the treasury has of it; absent for what is made when it is paid. */
  readonly has?: Read<string>;
  /** Wei that the treasury has too little for all of it; absent if it has enough. */
  readonly missing?: string;
  /** Ids of the proposals. */
  readonly proposals: readonly string[];
}

export interface OwesDescription {
  /** Ether first, then tokens in the order of their addresses, the own token and reputation. */
  readonly debts: readonly DebtDescription[];
  /** Proposals of which it is not known what they still owe; they are not in `debts`. */
  readonly unknown: readonly { readonly proposal: string; readonly why: NotRead }[];
}

/** Reputation that a registered scheme can still make without any proposal. */
export interface MintableDescription {
  /** Address of the scheme. */
  readonly scheme: string;
  /** Wei that it can still make; absent if its contract knows no limit. */
  readonly atMost?: Read<string>;
  /** Wei that accounts have redeemed of it. */
  readonly claimed: Read<string>;
  /** UNIX seconds from which on it is made; absent if it is at any time. */
  readonly from?: Read<number>;
  /** UNIX seconds until which accounts can join: lock, bid, or claim; absent if there is no such time. */
  readonly joinUntil?: Read<number>;
  /** UNIX seconds until which it is made; absent if it never ends. */
  readonly until?: Read<number>;
  /** Who gets it, a phrase. */
  readonly to: string;
}

/** A competition that a proposal asks rewards for, in which suggestions are voted on. */
export interface CompetitionDescription {
  /** Address of the Competition. */
  readonly contract: string;
  /** Percent for each winner, the first first. */
  readonly rewardSplit: readonly string[];
  /** UNIX seconds. */
  readonly startTime: number;
  readonly suggestionsEndTime: number;
  readonly votingStartTime: number;
  readonly endTime: number;
  /** UNIX seconds until which winners can redeem; absent up to rc.42, where that never ends. */
  readonly redeemUntil?: number;
  readonly maxVotesPerVoter: string;
  /** Who alone may suggest; absent if anybody may. */
  readonly admin?: string;
  /** The block whose reputation counts; absent until somebody votes. */
  readonly snapshotBlock?: number;
  /** In the order in which they were made. */
  readonly suggestions: readonly SuggestionDescription[];
}

export interface SuggestionDescription {
  readonly id: string;
  /** A stranger's text, or the hash of one. Up to rc.38 it is the Keccak hash of that, as only this is kept. */
  readonly description: string;
  /** Who gets the reward, or up to rc.38 who made the suggestion. */
  readonly beneficiary: string;
  /** Wei of reputation. */
  readonly votes: string;
  /** In the order of the votes. */
  readonly cast: readonly { readonly voter: string; readonly reputation: string }[];
  /** 1 for the first; those with as many votes share a place. Absent for one that does not win as it is. */
  readonly place?: number;
  /** Percent of each reward that is paid for it, whole; absent until it is redeemed. */
  readonly redeemedPercent?: string;
}
