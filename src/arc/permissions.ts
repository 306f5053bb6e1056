/** Everything that Arc's controllers let a scheme do, as they keep it. */
export const ALL_PERMISSIONS = "0x0000001f";

/**
 * Bits of the permissions that a controller keeps for a scheme. All of its four bytes count: a number
 * of JavaScript turns negative where its highest bit is cleared or set.
 */
export const PERMISSION = {
  /** The controller adds it to every scheme that it registers. */
  REGISTERED: 1n,
  REGISTER_SCHEMES: 2n,
  UPGRADE_CONTROLLER: 8n,
} as const;

/** The 4 bytes of a controller's permissions, such as `0x0000001f`. */
export function permissionBytes(bits: number | bigint): string {
  return `0x${bits.toString(16).padStart(8, "0")}`;
}

/** The permissions that a scheme has once it is registered with the given ones. */
export function withRegistered(permissions: string | number): string {
  return permissionBytes(BigInt(permissions) | PERMISSION.REGISTERED);
}

/** Whether permissions, as a controller gives them, contain a bit. */
export function permits(permissions: string, bit: bigint): boolean {
  return (BigInt(permissions) & bit) !== 0n;
}
