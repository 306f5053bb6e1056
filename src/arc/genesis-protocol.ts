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

/**
 * What has to be staked for a queued proposal until it is pre-boosted, in wei of the staking token:
 * stakes for it over stakes against it have to exceed the threshold.
 * @param threshold as `threshold` of the contract returns it, in parts of FIXED_POINT
 * @param stakes in wei; those against it include what the DAO itself stakes
 * @returns 0 where the stakes suffice
 */
export function stakeToBoost(
  threshold: bigint,
  stakes: { readonly for: bigint; readonly against: bigint },
): bigint {
  const more = (threshold + 1n) * stakes.against;
  const missing = (more + FIXED_POINT - 1n) / FIXED_POINT - stakes.for;
  return missing > 0n ? missing : 0n;
}
