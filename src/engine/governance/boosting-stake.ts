import { FIXED_POINT } from "../../foundation/arc/fixed-point.js";

/** Wei of the staking token. */
export interface Stakes {
  readonly for: bigint;
  /** Includes the DAO's own stake. */
  readonly against: bigint;
}

/**
 * The value of 1 in the unit of a threshold. Early releases (rc.3, rc.8) count scores and thresholds in whole numbers,
 * later ones (from rc.16 at the latest) in units of 1 / FIXED_POINT. A threshold is never below 1.
 */
export function partsOfOne(threshold: bigint): bigint {
  return threshold < FIXED_POINT ? 1n : FIXED_POINT;
}

/**
 * The amount to stake on a queued proposal until it is pre-boosted, in wei of the staking token: the stakes for it
 * divided by the stakes against it, rounded down, must exceed the threshold. Up to alpha.58, the difference of both
 * must reach the threshold, which is in wei, and the proposal is boosted at once.
 * @param threshold as the contract's `threshold` returns it
 * @returns 0 if the stakes suffice
 */
export function boostingStake(threshold: bigint, stakes: Stakes, isAlpha: boolean): bigint {
  const one = partsOfOne(threshold);
  const needed = isAlpha
    ? threshold + stakes.against
    : ((threshold + 1n) * stakes.against + one - 1n) / one;
  const missing = needed - stakes.for;
  return missing > 0n ? missing : 0n;
}
