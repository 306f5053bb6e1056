import { printable } from "./printable.js";

/** Private keys have 64 hex digits; one that was copied badly has a few less or more. */
const KEY_DIGITS = /[0-9a-f]{56,}/i;
/** A word of the English BIP 39 list has three to eight letters. */
const WORD = /^[a-z]{3,8}$/i;
/** Fewer words with spaces between are no mnemonic. */
const FEWEST_WORDS = 3;
/** With hyphens and the like, as in names of files: `our-own-dao` is not one. */
const FEWEST_JOINED_WORDS = 9;

/**
 * Whether a text may hold a private key or a mnemonic, also one with a typing error. It is decided by
 * its shape, without the word list, so that a misspelled word hides nothing. Paths and addresses of
 * nodes may hold as many hex digits, and are not taken for keys.
 */
export function couldBeSecret(text: string): boolean {
  if (/[/\\]/.test(text)) return false;
  if (KEY_DIGITS.test(text)) return true;
  return (
    isWords(text.split(/[\s,;]+/), FEWEST_WORDS) ||
    isWords(text.split(/[\s,;._-]+/), FEWEST_JOINED_WORDS)
  );
}

function isWords(parts: readonly string[], fewest: number): boolean {
  const words = parts.filter((word) => word !== "");
  const likely = words.filter((word) => WORD.test(word)).length;
  return words.length >= fewest && likely * 4 >= words.length * 3;
}

/** Part of a key, as long as it is not a name or number of anything here. */
const PART_OF_A_KEY = /[0-9a-f]{24,}/i;

/** What was typed, for an error: in quotes where it can be no secret, else not at all. */
export function typed(text: string): string {
  const harmless = text.length <= 60 && !couldBeSecret(text) && !PART_OF_A_KEY.test(text);
  return harmless
    ? `"${printable(text)}"`
    : "a value that is not shown because it could be a secret";
}
