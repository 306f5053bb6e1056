import { Transaction } from "ethers";

/** More transactions than are pending at once. */
const KEPT = 64;

const decoded = new Map<string, Transaction>();

/**
 * Decodes a signed transaction. To decode one of 25 KB takes milliseconds, and each is looked at when it is
 * signed, sent and mined: the last ones are kept.
 * @param raw hex with 0x
 * @throws where it is not a transaction
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
