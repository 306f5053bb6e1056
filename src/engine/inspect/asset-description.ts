import type { Address, Amount, Count, Decimals } from "../../foundation/support/formats.js";
import type { ContractDescription } from "./contract-description.js";
import type { Inspected } from "./read-value.js";

export interface TokenDescription
  extends Omit<ReputationDescription, "formerHolders">, Omit<StakingTokenDescription, "address"> {
  /** The maximum supply; absent if the token has none. */
  readonly cap?: Inspected<Amount>;
}

export interface ReputationDescription {
  readonly contract: ContractDescription;
  readonly totalSupply: Inspected<Amount>;
  /** Who may mint, and burn reputation: normally the controller. */
  readonly owner: Inspected<Address>;
  /** Largest first. They add up to the supply. */
  readonly holders: Inspected<readonly HolderDescription[]>;
  /** Who had reputation and has none any more, and can still vote on older proposals. Absent if nobody can. */
  readonly formerHolders?: readonly Address[];
}

export interface HolderDescription {
  readonly account: Address;
  /** Wei. */
  readonly amount: Amount;
}

export interface FounderDescription {
  readonly account: Address;
  /** Wei of the DAO's token. */
  readonly tokens: Amount;
  /** Wei. */
  readonly reputation: Amount;
}

/** What somebody minted and burned for an account without a vote. */
export interface UnvotedMintDescription extends FounderDescription {
  /** Who did it. */
  readonly by: Address;
  /** Wei of reputation. */
  readonly burnt: Amount;
}

export interface TreasuryDescription {
  /** Wei. */
  readonly ether: Amount;
  /** Every ERC-20 that it holds, ordered by address. */
  readonly tokens: readonly (StakingTokenDescription & {
    /** Wei of the token. */
    readonly amount: Amount;
  })[];
  /** NFTs (ERC-721), ordered by address; not set without any. */
  readonly nfts?: readonly NftDescription[];
  /**
   * Contracts that emitted ERC-20 events for the avatar but did not say what it holds, within the limits for strangers'
   * code. Not set without any.
   */
  readonly unanswered?: readonly { readonly address: Address; readonly reason: string }[];
}

/** NFTs of one contract that the avatar holds. */
export interface NftDescription {
  readonly address: Address;
  /** Absent if the contract does not say, as with the symbol. */
  readonly name?: string;
  readonly symbol?: string;
  /** How many the contract says it holds. */
  readonly amount: Amount;
  /** Of those, at most 20 that it received with an event. */
  readonly ids: readonly Amount[];
  /** Who else may take single ones of these; absent if nobody may. Who may take all is among the allowances. */
  readonly mayTake?: readonly Address[];
}

/** Of ERC-777, and of ERC-721 and ERC-1155. */
export type OperatorFunction = "isOperatorFor" | "isApprovedForAll";

export interface AllowanceDescription {
  /** Address of the ERC-20; for an operator, of the ERC-777, ERC-721 or ERC-1155. */
  readonly token: Address;
  readonly spender: Address;
  /** Wei that the spender may still transfer, 2^256 - 1 for an operator; not read if the token does not answer. */
  readonly amount: Inspected<Amount>;
  /** For an operator, who may take everything there: the function that says so. */
  readonly operator?: OperatorFunction;
}

/** A token that says others may take it from the avatar, although the avatar never called it. */
export interface ClaimedAllowancesDescription {
  readonly token: Address;
  /** How many accounts it says may. */
  readonly spenders: Count;
}

export interface StakingTokenDescription {
  readonly address: Address;
  readonly name: Inspected<string>;
  readonly symbol: Inspected<string>;
  readonly decimals: Inspected<Decimals>;
}
