import type { PermissionsDescription } from "../description.js";

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
export function describePermissions(bytes: string): PermissionsDescription {
  const bits = Number(bytes);
  const known = WORDS.filter((_, index) => (bits & (1 << index)) !== 0);
  const rest = bits >>> WORDS.length;
  return {
    bytes,
    words: rest === 0 ? known : [...known, "and bits that have no meaning in Arc's controllers"],
  };
}
