import { createHash } from "node:crypto";

import { withDecimals } from "./json-text.js";

/**
 * SHA-256 of a text, in hex, for hashes that are only compared with each other. Keccak-256 takes a hundred times as
 * long in JavaScript, and a migration hashes 2 MB of code and calls.
 */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The same for a value, as JSON with amounts in decimal digits. */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value, withDecimals) as string | undefined;
  return digest(text ?? "");
}
