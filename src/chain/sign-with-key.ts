import { keccak256, type SigningKey } from "ethers";

import type { Fees } from "./fees.js";

/** A transaction with nothing left open, as a signer gets it. Amounts are in wei. */
export type TransactionToSign = Fees & {
  readonly chainId: number;
  readonly nonce: number;
  readonly gasLimit: bigint;
  /** Absent where a contract is created. */
  readonly to?: string;
  readonly data: string;
  readonly value: bigint;
};

type Field = Buffer | readonly Field[];

/** Of a list and of bytes in RLP: added to the length, or to the number of its bytes where it is above 55. */
const LIST = 0xc0;
const BYTES = 0x80;

/**
 * Signs with a key that is here. The bytes are those of ethers' Wallet, which takes several times as long: it
 * writes each transaction byte by byte, several times, and most here hold 20 KB of code.
 * @returns the signed transaction, serialized: hex with 0x, in lower case
 */
export function signWithKey(key: SigningKey, transaction: TransactionToSign): string {
  const { chainId } = transaction;
  const head = headOf(transaction);
  // EIP-155: a legacy transaction is signed with the chain's id in place of the signature.
  const open = transaction.type === 0 ? [...head, number(chainId), number(0), number(0)] : head;
  const { yParity, r, s } = key.sign(keccak256(typed(transaction, open)));
  const v = transaction.type === 0 ? chainId * 2 + 35 + yParity : yParity;
  const signed = typed(transaction, [...head, number(v), number(BigInt(r)), number(BigInt(s))]);
  return `0x${signed.toString("hex")}`;
}

function headOf(transaction: TransactionToSign): readonly Field[] {
  const { chainId, nonce, gasLimit, to, value, data } = transaction;
  const call = [number(gasLimit), bytesOf(to ?? "0x"), number(value), bytesOf(data)];
  if (transaction.type === 0) return [number(nonce), number(transaction.gasPrice), ...call];
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const fees = [number(maxPriorityFeePerGas), number(maxFeePerGas)];
  return [number(chainId), number(nonce), ...fees, ...call, []];
}

function typed({ type }: TransactionToSign, fields: Field): Buffer {
  return type === 0 ? encoded(fields) : Buffer.concat([Buffer.of(type), encoded(fields)]);
}

/** In RLP. */
function encoded(field: Field): Buffer {
  if (Buffer.isBuffer(field)) {
    const alone = field.length === 1 && field[0]! < BYTES;
    return alone ? field : Buffer.concat([prefix(BYTES, field.length), field]);
  }
  const items = Buffer.concat(field.map(encoded));
  return Buffer.concat([prefix(LIST, items.length), items]);
}

function prefix(kind: number, length: number): Buffer {
  if (length <= 55) return Buffer.of(kind + length);
  const size = number(length);
  return Buffer.concat([Buffer.of(kind + 55 + size.length), size]);
}

/** As few bytes as it takes: none for zero. */
function number(value: number | bigint): Buffer {
  const hex = value === 0 || value === 0n ? "" : value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}

/** The bytes of hex with 0x. */
function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), "hex");
}
