/** Reputation keeps balances and totals in 128 bits, and reverts from here on (`updateValueAtNow`). */
export const REPUTATION_LIMIT = 2n ** 128n;

/** Every other number is a uint256, which is smaller than this. */
export const UINT256_LIMIT = 2n ** 256n;
