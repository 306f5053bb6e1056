import type { ImmutablePart } from "../artifact.js";
import { withoutImmutable, withoutMetadata } from "../code.js";

/** How the code of a contract compares with the expected code. */
export type Comparison =
  /** The same byte for byte. */
  | { readonly outcome: "exact" }
  /** The same except for metadata hashes, which are never executed. */
  | { readonly outcome: "equal" }
  /** The index of the first byte that differs; the shorter length if one continues the other. */
  | { readonly outcome: "different"; readonly at: number };

/**
 * Compares code with the expected code.
 * @param found hex with 0x
 * @param wanted hex with 0x
 * @param immutable parts to ignore
 */
export function compareCode(
  found: string,
  wanted: string,
  immutable?: readonly ImmutablePart[],
): Comparison {
  const [a, b] = [found, wanted].map((code) => withoutImmutable(code.toLowerCase(), immutable));
  if (a === b) return { outcome: "exact" };
  const [c, d] = [withoutMetadata(a!), withoutMetadata(b!)];
  if (c === d) return { outcome: "equal" };
  let at = 0;
  while (c.slice(2 * at + 2, 2 * at + 4) === d.slice(2 * at + 2, 2 * at + 4)) at++;
  return { outcome: "different", at };
}
