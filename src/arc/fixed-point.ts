/** The value of 1 in Arc's fixed-point numbers, such as GenesisProtocol's threshold. */
export const FIXED_POINT = 2n ** 40n;
