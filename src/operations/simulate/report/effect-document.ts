import type { CompetitionDescription, JsonValue } from "../../../engine/inspect/description.js";

/** Increases when the same effects get another hash. */
export const EFFECT_VERSION = 2;

/**
 * What a proposal does, in a form that is the same on any machine and node, and at any later block at which the DAO is
 * in the same state: meanings, not storage. What it takes to pass it (votes, stakes and their rewards) is left out,
 * and so are times, blocks and the proposal's ID.
 */
export interface EffectDocument {
  readonly version: typeof EFFECT_VERSION;
  readonly chainId: number;
  readonly avatar: string;
  /**
   * Calls between Arc's contracts, and from them to others, in order. What others call then is left out, and so is who
   * called the scheme.
   */
  readonly calls: readonly EffectCall[];
  /** Ether and tokens that leave or reach the avatar, wei. */
  readonly transfers: readonly EffectTransfer[];
  /**
   * All that the proposal asks for and its scheme keeps, part of which may count only later, with contracts as addresses;
   * absent if it was not read.
   */
  readonly asks?: Readonly<Record<string, JsonValue | undefined>>;
  /** The terms of the competition that distributes a reward, with its times; without suggestions and votes. */
  readonly competition?: Omit<
    CompetitionDescription,
    "suggestions" | "snapshotBlock" | "redeemUntil"
  >;
  /** How the DAO is set up afterwards, where that differs from before. */
  readonly setup: readonly EffectSetup[];
  /** What is not part of this, and why; sentences. With them, the hash says `partly`. */
  readonly notDetermined: readonly string[];
}

export interface EffectCall {
  readonly from: string;
  readonly to: string;
  /** Wei. */
  readonly value: string;
  /** Such as `mint(address _user, uint256 _amount)`; absent if the receiver's code is not known. */
  readonly function?: string;
  readonly args?: Readonly<Record<string, JsonValue>>;
  /** Where the function is not known. */
  readonly data?: string;
}

export interface EffectTransfer {
  /** Address of the token; absent for ether. */
  readonly token?: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** One difference, by its `kind` as in a comparison; only names and addresses beside it, no times and no holders. */
export type EffectSetup = Readonly<Record<string, JsonValue | undefined>>;

/** A document and its hash, such as `effects-2:9f86d0…`, or `effects-2-partly:…` if something is not determined. */
export interface EffectHash {
  readonly hash: string;
  readonly document: EffectDocument;
}
