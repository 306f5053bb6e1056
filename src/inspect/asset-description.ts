import type { ContractDescription } from "./contract-description.js";
import type { Read } from "./read-value.js";

export interface TokenDescription {
  readonly contract: ContractDescription;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
  readonly totalSupply: Read<string>;
  /** The most that may ever be minted; absent if the token has no such limit. */
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
  /** Each ERC-20 it holds, ordered by address. */
  readonly tokens: readonly (StakingTokenDescription & {
    /** Wei of the token. */
    readonly amount: string;
  })[];
}

export interface AllowanceDescription {
  /** Address of the ERC-20. */
  readonly token: string;
  readonly spender: string;
  /** Wei that the spender may still take. */
  readonly amount: string;
}

export interface StakingTokenDescription {
  readonly address: string;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
}
