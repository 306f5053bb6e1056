/** Arc's fixed-point numbers, such as GenesisProtocol's threshold, have so many parts. */
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

/** Up to alpha.58 there is no queue, and what is queued since is called pre-boosted. */
export const ALPHA_STATES = [
  "none",
  "expiredInQueue",
  "executed",
  "queued",
  "boosted",
  "quietEndingPeriod",
] as const satisfies readonly (typeof QUEUE_STATES)[number][];

/**
 * How many parts of a threshold make one. Early releases (rc.3, rc.8) count scores and thresholds in wholes, later
 * ones (from rc.16 at the latest) in parts of FIXED_POINT; a threshold is always one or more.
 */
export function partsOfOne(threshold: bigint): bigint {
  return threshold < FIXED_POINT ? 1n : FIXED_POINT;
}

/**
 * What has to be staked for a queued proposal until it is pre-boosted, in wei of the staking token:
 * stakes for it over stakes against it, rounded down, have to exceed the threshold.
 * @param threshold as `threshold` of the contract returns it
 * @param stakes in wei; those against it include what the DAO itself stakes
 * @returns 0 where the stakes suffice
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
 * The same up to alpha.58, where the stakes for a proposal less those against it have to reach the
 * threshold, and it is boosted at once.
 * @param threshold as `threshold` of the contract returns it, in wei
 */
export function alphaStakeToBoost(
  threshold: bigint,
  stakes: { readonly for: bigint; readonly against: bigint },
): bigint {
  const missing = threshold + stakes.against - stakes.for;
  return missing > 0n ? missing : 0n;
}
