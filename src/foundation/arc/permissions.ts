/** Everything that Arc's controllers can permit a scheme, in their encoding. */
export const ALL_PERMISSIONS = "0x0000001f";

/**
 * Bits of a scheme's permissions in a controller. All four bytes count, and a JavaScript number turns negative when its
 * highest bit is set or cleared, so these are bigint.
 */
export const PERMISSION = {
  /** The controller adds it to every scheme that it registers. */
  REGISTERED: 1n,
  REGISTER_SCHEMES: 2n,
  CHANGE_CONSTRAINTS: 4n,
  UPGRADE_CONTROLLER: 8n,
  CALL: 16n,
} as const;

export const NO_PERMISSIONS = "0x00000000";

/** The permissions of built-in schemes, as the predecessor registered them. */
export const BUILT_IN_PERMISSIONS = {
  SchemeRegistrar: "0x0000001f",
  ContributionReward: "0x00000000",
  GenericScheme: "0x00000010",
  GlobalConstraintRegistrar: "0x00000004",
  UpgradeScheme: "0x0000000a",
} as const;

/** The 4 bytes of a controller's permissions, such as `0x0000001f`. */
export function permissionBytes(bits: bigint): string {
  return `0x${bits.toString(16).padStart(8, "0")}`;
}

/** The permissions of a scheme after it was registered with the given ones. */
export function withRegistered(permissions: string | number): string {
  return permissionBytes(BigInt(permissions) | PERMISSION.REGISTERED);
}

/** Whether a controller's permissions contain a bit. */
export function permits(permissions: string, bit: bigint): boolean {
  return (BigInt(permissions) & bit) !== 0n;
}

/** Whether they contain everything that Arc's controllers can permit, whatever other bits are set. */
export function permitsAll(permissions: string): boolean {
  return (BigInt(permissions) & BigInt(ALL_PERMISSIONS)) === BigInt(ALL_PERMISSIONS);
}

/** What each bit allows a scheme to do, starting with the lowest. */
const WORDS: readonly string[] = [
  "mint and burn tokens and reputation, and send the DAO's ether and tokens",
  "register and unregister schemes",
  "add and remove global constraints",
  "upgrade the controller",
  "call any contract in the DAO's name",
];

/**
 * Describes permissions in words.
 * @param bytes 4 bytes, as the controller returns them
 */
export function describePermissions(bytes: string): {
  readonly bytes: string;
  readonly words: readonly string[];
} {
  const bits = Number(bytes);
  const known = WORDS.filter((_, index) => (bits & (1 << index)) !== 0);
  const rest = bits >>> WORDS.length;
  return {
    bytes,
    words: rest === 0 ? known : [...known, "and bits that have no meaning in Arc's controllers"],
  };
}
