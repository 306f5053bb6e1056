/** Everything that Arc's controllers let a scheme do, as they keep it. */
export const ALL_PERMISSIONS = "0x0000001f";
