import type { ContractDescription } from "./contract-description.js";
import type { Read } from "./read-value.js";

export interface TokenDescription {
  readonly contract: ContractDescription;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
  readonly totalSupply: Read<string>;
  /** The maximum supply; absent if the token has none. */
  readonly cap?: Read<string>;
  /** Who may mint: normally the controller. */
  readonly owner: Read<string>;
  /** Largest first. They add up to the supply. */
  readonly holders: Read<readonly HolderDescription[]>;
}

export interface ReputationDescription {
  readonly contract: ContractDescription;
  readonly totalSupply: Read<string>;
  /** Who may mint and burn reputation: normally the controller. */
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
  /** Every ERC-20 that it holds, ordered by address. */
  readonly tokens: readonly (StakingTokenDescription & {
    /** Wei of the token. */
    readonly amount: string;
  })[];
}

export interface AllowanceDescription {
  /** Address of the ERC-20. */
  readonly token: string;
  readonly spender: string;
  /** Wei that the spender may still transfer. */
  readonly amount: string;
}

export interface StakingTokenDescription {
  readonly address: string;
  readonly name: Read<string>;
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
}
