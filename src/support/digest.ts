import { createHash } from "node:crypto";

/**
 * SHA-256 of a text, in hex, for what is compared with nothing but itself. The chain's own hash takes a
 * hundred times as long in JavaScript, and a migration hashes 2 MB of code and calls.
 */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
