import { FORMATS } from "./formats.js";
import { printable } from "./printable.js";

/** Private keys have 64 hex digits; a badly copied one has a few fewer or more. */
const KEY_DIGITS = /[0-9a-f]{56,}/i;
/** A word of the English BIP 39 list has three to eight letters. */
const WORD = /^[a-z]{3,8}$/i;
/** Fewer words with spaces between them are not a mnemonic. */
const FEWEST_WORDS = 3;
/** The same for words joined with hyphens and the like, as in file names: `our-own-dao` is not a mnemonic. */
const FEWEST_JOINED_WORDS = 9;

/**
 * Whether a text may contain a private key or a mnemonic, even one with a typing error. Decides by its shape, without
 * the word list, so that a misspelled word is hidden, too. File paths and node URLs may contain as many hex digits, and
 * do not count as keys.
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

/** Part of a key: longer than any hex name or number used here, except an address. */
const PART_OF_A_KEY = /[0-9a-f]{24,}/i;

/** What was typed, for an error: in quotes if it cannot be a secret, otherwise not at all. */
export function typed(text: string): string {
  const harmless =
    FORMATS.Address.test(text) ||
    (text.length <= 60 && !couldBeSecret(text) && !PART_OF_A_KEY.test(text));
  return harmless
    ? `"${printable(text)}"`
    : "a value that is not shown because it could be a secret";
}

/** The beginning of an ID or hash that is unknown where it was looked for: a private key may have been pasted instead. */
export function beginningOf(hex: string): string {
  return hex.length > 20 ? `${hex.slice(0, 10)}…` : hex;
}

/**
 * Removes what may be a secret: credentials in URLs, values of npm's secret settings, tokens, private keys.
 * @param secrets values that must not be shown anywhere
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), encodeURI(secret)]) {
      if (form !== "") clean = clean.replaceAll(form, "***");
    }
  }
  return clean
    .replace(/(\w+:\/\/)[^\s/@]+@/g, "$1***@")
    .replace(/((?:_authToken|_auth|_password|otp)\s*[=:]\s*)\S+/gi, "$1***")
    .replace(/\b(Bearer|Basic)\s+\S+/gi, "$1 ***")
    .replace(/([?&][\w-]*(?:token|auth|key|secret|password)[\w-]*=)[^\s&]+/gi, "$1***")
    .replace(/\bnpm_[A-Za-z0-9]{20,}/g, "***")
    .replace(/(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi, "***");
}
