import { recoverAddress, Transaction } from "ethers";

import { BoundedMap, madeOnce } from "../support/once.js";
import type { Fees } from "./fees.js";
import { hashOf } from "./hash.js";
import { unsignedOf } from "./sign-here.js";

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

/** Who signed a transaction. Ethers would serialize it for that, which takes most of the time for 24 KB of code. */
export function senderOf(signed: Readonly<Transaction>): string | null {
  const { type, signature, accessList, nonce, gasLimit, to, value, data } = signed;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = signed;
  const chainId = Number(signed.chainId);
  const isUsual = type === 2 ? accessList?.length === 0 : type === 0 && chainId !== 0;
  if (!isUsual || signature === null) return signed.from;
  const fees: Fees =
    type === 2
      ? { type: 2, maxFeePerGas: maxFeePerGas!, maxPriorityFeePerGas: maxPriorityFeePerGas! }
      : { type: 0, gasPrice: gasPrice! };
  const asked = { ...fees, chainId, nonce, gasLimit, to: to ?? undefined, value, data };
  return recoverAddress(hashOf(unsignedOf(asked)), signature);
}
