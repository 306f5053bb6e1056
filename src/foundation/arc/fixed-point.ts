/** The value of 1 in Arc's fixed-point numbers, such as GenesisProtocol's threshold. */
export const FIXED_POINT = 2n ** 40n;

/** Arguments of schemes that are stored as fixed-point numbers: the number that is stored as 1. */
export const FIXED_UNITS: Readonly<Record<string, bigint>> = {
  repRewardConstA: 1n,
  repRewardConstB: 1000n,
};
