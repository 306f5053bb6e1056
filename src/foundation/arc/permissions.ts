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
/** What a scheme holds that was registered without any. */
export const JUST_REGISTERED = "0x00000001";

/** The permissions of built-in schemes, as the predecessor registered them. */
export const BUILT_IN_PERMISSIONS = {
  SchemeRegistrar: "0x0000001f",
  ContributionReward: "0x00000000",
  GenericScheme: "0x00000010",
  GlobalConstraintRegistrar: "0x00000004",
  UpgradeScheme: "0x0000000a",
} as const;

/** The built-in schemes, in the order in which a DAO gets them. */
export const BUILT_IN_SCHEMES = Object.keys(
  BUILT_IN_PERMISSIONS,
) as readonly (keyof typeof BUILT_IN_PERMISSIONS)[];

/** The 4 bytes of a controller's permissions, such as `0x0000001f`. */
export function permissionBytes(bits: bigint): string {
  return `0x${bits.toString(16).padStart(8, "0")}`;
}

/** The permissions of a scheme after it was registered with the given ones. */
export function withRegistered(permissions: string | number): string {
  return permissionBytes(BigInt(permissions) | PERMISSION.REGISTERED);
}

/** What a controller stores about a scheme. */
interface Registered {
  readonly permissions: string | { readonly bytes: string };
  readonly paramsHash: string;
}

/** Whether a controller stores the same for two registrations. */
export function isSameRegistration(one: Registered, other: Registered): boolean {
  const bytesOf = ({ permissions }: Registered): string =>
    withRegistered(typeof permissions === "string" ? permissions : permissions.bytes);
  return (
    bytesOf(one) === bytesOf(other) &&
    one.paramsHash.toLowerCase() === other.paramsHash.toLowerCase()
  );
}

/** Whether a controller's permissions contain a bit. */
export function permits(permissions: string, bit: bigint): boolean {
  return (BigInt(permissions) & bit) !== 0n;
}

/** Whether they contain everything that Arc's controllers can permit, whatever other bits are set. */
export function permitsAll(permissions: string): boolean {
  return (BigInt(permissions) & BigInt(ALL_PERMISSIONS)) === BigInt(ALL_PERMISSIONS);
}

/** With these, schemes can be registered: at once, or by a new controller that comes with others. */
const REGISTERING = PERMISSION.REGISTER_SCHEMES | PERMISSION.UPGRADE_CONTROLLER;

/** Whether schemes can be registered with them. */
export function mayRegister(permissions: string): boolean {
  return permits(permissions, REGISTERING);
}

/** What each bit allows a scheme to do, starting with the lowest: in a sentence, as an ability, and for a picture. */
const BITS = [
  {
    bit: PERMISSION.REGISTERED,
    words: "mint and burn tokens and reputation, and send the DAO's ether and tokens",
    ability: "mint and pay",
    short: "mint and pay",
  },
  {
    bit: PERMISSION.REGISTER_SCHEMES,
    words: "register and unregister schemes",
    ability: "register schemes",
    short: "schemes",
  },
  {
    bit: PERMISSION.CHANGE_CONSTRAINTS,
    words: "add and remove global constraints",
    ability: "change constraints",
    short: "constraints",
  },
  {
    bit: PERMISSION.UPGRADE_CONTROLLER,
    words: "upgrade the controller",
    ability: "upgrade the controller",
    short: "upgrade",
  },
  {
    bit: PERMISSION.CALL,
    words: "call any contract in the DAO's name",
    ability: "call",
    short: "any call",
  },
] as const;

/** Something that a controller can permit. */
export type PermittedAbility = (typeof BITS)[number]["ability"];

export function permittedAbilities(permissions: string): readonly PermittedAbility[] {
  return bitsOf(permissions).map(({ ability }) => ability);
}

/**
 * What an ability lets a scheme do, and what follows from it.
 * @param upTo the most that schemes hold which it registers; default: everything
 */
export function abilityInWords(ability: PermittedAbility, upTo?: string): string {
  const { bit, words } = BITS.find((each) => each.ability === ability)!;
  if (upTo !== undefined) return `${words} with at most ${upTo}`;
  return permits(permissionBytes(bit), REGISTERING)
    ? `${words}, and thereby everything else`
    : words;
}

/**
 * The most that a scheme with these permissions can give to others, or take from them: a controller lets nobody change
 * what they do not hold themselves. Undefined if everything, as by a new controller.
 */
export function mostToRegister(permissions: string, canUpgrade = true): string | undefined {
  const isEverything = canUpgrade
    ? permits(permissions, PERMISSION.UPGRADE_CONTROLLER)
    : permitsAll(permissions);
  return isEverything ? undefined : permissionBytes(BigInt(permissions) & BigInt(ALL_PERMISSIONS));
}

/** The permissions of a scheme with which everything can be registered: the fewest, or all if no upgrade brings the rest. */
export function leastForAll(canUpgrade: boolean): string {
  return canUpgrade
    ? withRegistered(permissionBytes(PERMISSION.UPGRADE_CONTROLLER))
    : ALL_PERMISSIONS;
}

/** The abilities by which schemes can be registered. */
export const REGISTERING_ABILITIES: readonly string[] = permittedAbilities(
  permissionBytes(REGISTERING),
);

/** What permissions allow, a word or two each. */
export function shortPermissions(permissions: string): readonly string[] {
  const rest = hasOtherBits(permissions) ? ["unknown bits"] : [];
  return [...bitsOf(permissions).map(({ short }) => short), ...rest];
}

function bitsOf(permissions: string): readonly (typeof BITS)[number][] {
  return BITS.filter(({ bit }) => permits(permissions, bit));
}

function hasOtherBits(permissions: string): boolean {
  return permits(permissions, ~BigInt(ALL_PERMISSIONS));
}

/**
 * Describes permissions in words.
 * @param bytes 4 bytes, as the controller returns them
 */
export function describePermissions(bytes: string): {
  readonly bytes: string;
  readonly words: readonly string[];
} {
  const known = bitsOf(bytes).map(({ words }) => words);
  const rest = hasOtherBits(bytes) ? ["and bits that have no meaning in Arc's controllers"] : [];
  return { bytes, words: [...known, ...rest] };
}

/**
 * Describes what a scheme may do after it was registered with these: a controller adds minting and paying to whatever
 * is asked for, so that even a scheme that asks for nothing can take what the DAO owns.
 * @param bytes 4 bytes, as they are asked for
 */
export function describeRequested(bytes: string): ReturnType<typeof describePermissions> {
  return { bytes, words: describePermissions(withRegistered(bytes)).words };
}
