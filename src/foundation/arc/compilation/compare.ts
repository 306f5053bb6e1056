import { withoutMetadata } from "../code.js";

/** How the code of a contract compares with the expected code. */
export type Comparison =
  /** The same byte for byte. */
  | { readonly outcome: "exact" }
  /** The same except for metadata hashes, which are never executed. */
  | { readonly outcome: "equal" }
  /** The index of the first byte that differs; the shorter length if one continues the other. */
  | { readonly outcome: "different"; readonly at: number };

/** A part of the code that is only known on the chain: byte offset and length. */
export interface ImmutablePart {
  readonly start: number;
  readonly length: number;
}

/**
 * Compares code with the expected code.
 * @param found hex with 0x
 * @param wanted hex with 0x
 * @param immutable parts to ignore
 */
export function compareCode(
  found: string,
  wanted: string,
  immutable: readonly ImmutablePart[] = [],
): Comparison {
  const [a, b] = [found, wanted].map((code) => blank(code.toLowerCase(), immutable));
  if (a === b) return { outcome: "exact" };
  const [c, d] = [withoutMetadata(a!), withoutMetadata(b!)];
  if (c === d) return { outcome: "equal" };
  let at = 0;
  while (c.slice(2 * at + 2, 2 * at + 4) === d.slice(2 * at + 2, 2 * at + 4)) at++;
  return { outcome: "different", at };
}

function blank(code: string, immutable: readonly ImmutablePart[]): string {
  let text = code;
  for (const { start, length } of immutable) {
    const from = 2 + 2 * start;
    if (from + 2 * length > text.length) continue;
    text = text.slice(0, from) + "00".repeat(length) + text.slice(from + 2 * length);
  }
  return text;
}
