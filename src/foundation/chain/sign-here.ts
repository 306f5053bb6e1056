import type { BaseWallet } from "ethers";

import type { Fees } from "./fees.js";
import { hashOf } from "./hash.js";

/** A complete transaction, as a signer receives it. Amounts are in wei. */
export type TransactionToSign = Fees & {
  readonly chainId: number;
  readonly nonce: number;
  readonly gasLimit: bigint;
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  readonly value: bigint;
};

/** A field of a transaction: a number, bytes as hex with 0x, or an empty list. */
type Field = bigint | number | string | readonly [];

/** Signs with a key in this process, to the same bytes as ethers in a fraction of its time for 24 KB of code. */
export function signHere({ signingKey }: BaseWallet, asked: TransactionToSign): string {
  const { type, chainId } = asked;
  const { r, s, yParity } = signingKey.sign(hashOf(unsignedOf(asked)));
  const parity = type === 2 ? yParity : 35n + 2n * BigInt(chainId) + BigInt(yParity);
  return `0x${serializedWith(asked, [parity, BigInt(r), BigInt(s)]).toString("hex")}`;
}

/** The bytes that are signed. */
export function unsignedOf(asked: TransactionToSign): Buffer {
  // EIP-155: what is signed has the chain's ID, and the signature includes it.
  return serializedWith(asked, asked.type === 2 ? [] : [asked.chainId, 0, 0]);
}

function serializedWith(asked: TransactionToSign, more: readonly Field[]): Buffer {
  const { type, chainId, nonce, gasLimit, to = "0x", value, data } = asked;
  const call = [gasLimit, to, value, data];
  const fields: readonly Field[] =
    type === 2
      ? [chainId, nonce, asked.maxPriorityFeePerGas, asked.maxFeePerGas, ...call, []]
      : [nonce, asked.gasPrice, ...call];
  const list = listOf([...fields, ...more].map(itemOf));
  return type === 2 ? Buffer.concat([Buffer.of(type), list]) : list;
}

/** RLP of one field; a number has no leading zeros. */
function itemOf(field: Field): Buffer {
  if (typeof field === "object") return listOf([]);
  const hex =
    typeof field === "string" ? field.slice(2) : BigInt(field) === 0n ? "" : field.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return bytes.length === 1 && bytes[0]! < 0x80 ? bytes : prefixed(0x80, bytes);
}

function listOf(items: readonly Buffer[]): Buffer {
  return prefixed(0xc0, Buffer.concat(items));
}

function prefixed(offset: number, bytes: Buffer): Buffer {
  if (bytes.length < 56) return Buffer.concat([Buffer.of(offset + bytes.length), bytes]);
  const hex = bytes.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.of(offset + 55 + length.length), length, bytes]);
}
