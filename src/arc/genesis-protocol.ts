/** The value of 1 in Arc's fixed-point numbers, such as GenesisProtocol's threshold. */
export const FIXED_POINT = 2n ** 40n;

/** States of a proposal in a GenesisProtocol with a queue, by the number that `state` returns. */
export const QUEUE_STATES = [
  "none",
  "expiredInQueue",
  "executed",
  "queued",
  "preBoosted",
  "boosted",
  "quietEndingPeriod",
] as const;

/** Up to alpha.58 there is no queue: those releases call the state pre-boosted that later ones call queued. */
export const ALPHA_STATES = [
  "none",
  "expiredInQueue",
  "executed",
  "queued",
  "boosted",
  "quietEndingPeriod",
] as const satisfies readonly (typeof QUEUE_STATES)[number][];

/**
 * The value of 1 in the unit of a threshold. Early releases (rc.3, rc.8) count scores and thresholds in whole numbers,
 * later ones (from rc.16 at the latest) in units of 1 / FIXED_POINT. A threshold is never below 1.
 */
export function partsOfOne(threshold: bigint): bigint {
  return threshold < FIXED_POINT ? 1n : FIXED_POINT;
}

/**
 * The amount to stake on a queued proposal until it is pre-boosted, in wei of the staking token: the stakes for it
 * divided by the stakes against it, rounded down, must exceed the threshold.
 * @param threshold as the contract's `threshold` returns it
 * @param stakes in wei; those against the proposal include the DAO's own stake
 * @returns 0 if the stakes suffice
 */
export function stakeToBoost(
  threshold: bigint,
  stakes: { readonly for: bigint; readonly against: bigint },
): bigint {
  const one = partsOfOne(threshold);
  const more = (threshold + 1n) * stakes.against;
  const missing = (more + one - 1n) / one - stakes.for;
  return missing > 0n ? missing : 0n;
}

/**
 * The same up to alpha.58. There, the stakes for a proposal minus those against it must reach the threshold, and the
 * proposal is boosted at once.
 * @param threshold as the contract's `threshold` returns it, in wei
 */
export function alphaStakeToBoost(
  threshold: bigint,
  stakes: { readonly for: bigint; readonly against: bigint },
): bigint {
  const missing = threshold + stakes.against - stakes.for;
  return missing > 0n ? missing : 0n;
}
