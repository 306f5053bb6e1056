import { withoutMetadata } from "../code.js";

/** How two codes of a contract go together. */
export type Comparison =
  /** Byte for byte. */
  | { readonly outcome: "exact" }
  /** But for the hashes of metadata, which nothing ever executes. */
  | { readonly outcome: "equal" }
  /** The first byte that differs, from 0; the length of the shorter one where that is all. */
  | { readonly outcome: "different"; readonly at: number };

/** A part of code that is only known on the chain: byte offset and length. */
export interface ImmutablePart {
  readonly start: number;
  readonly length: number;
}

/**
 * Compares code with what it should be.
 * @param found hex with 0x
 * @param wanted hex with 0x
 * @param immutable parts that are set aside
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
