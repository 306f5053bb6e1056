import { keccak256, Transaction } from "ethers";

/** More than the number of transactions that are usually pending at once. */
const KEPT = 64;

const decoded = new Map<string, Transaction>();

/**
 * Decodes a signed transaction. Decoding one of 25 KB takes milliseconds, and each is read when it is signed, sent and
 * mined, so the latest ones are cached.
 * @param raw hex with 0x
 * @throws if it is not a transaction
 */
export function decodeTransaction(raw: string): Readonly<Transaction> {
  const known = decoded.get(raw);
  if (known !== undefined) return known;
  const transaction = Transaction.from(raw);
  const [oldest] = decoded.keys();
  if (oldest !== undefined && decoded.size >= KEPT) decoded.delete(oldest);
  decoded.set(raw, transaction);
  return transaction;
}

/** The same, but undefined if it is not a transaction. */
export function transactionIn(raw: unknown): Readonly<Transaction> | undefined {
  try {
    return typeof raw === "string" ? decodeTransaction(raw) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The hash of a signed transaction. With 24 KB of code, ethers takes a millisecond to read the hex.
 * @param raw hex with 0x
 */
export function hashOfRaw(raw: string): string {
  return keccak256(Buffer.from(raw.slice(2), "hex"));
}
