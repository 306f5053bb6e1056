import { Transaction } from "ethers";

import { BoundedMap, madeOnce } from "../support/once.js";

/** Many more than the transactions that are usually pending at once. */
const decoded = new BoundedMap<string, Transaction>(256);

/**
 * Decodes a signed transaction. Decoding one of 25 KB takes milliseconds, and each is read when it is signed, sent and
 * mined, so the latest ones are cached.
 * @param raw hex with 0x
 * @throws if it is not a transaction, or has the higher s of its two signatures, which no node takes (EIP-2)
 */
export function decodeTransaction(raw: string): Readonly<Transaction> {
  return madeOnce(decoded, raw, () => {
    const transaction = Transaction.from(raw);
    if (transaction.signature?.isValid() === false) throw new Error("its signature is not valid");
    return transaction;
  });
}

/** The same, but undefined if it is not a transaction. */
export function transactionIn(raw: unknown): Readonly<Transaction> | undefined {
  try {
    return typeof raw === "string" ? decodeTransaction(raw) : undefined;
  } catch {
    return undefined;
  }
}
