import { AbiCoder, concat, dataLength, dataSlice, keccak256, toBeHex, zeroPadValue } from "ethers";

import { MigrationError } from "../../../foundation/support/errors.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";

/**
 * What a contract's storage should have, by slot: a number; or the most that it may be, for a number that only the slot
 * itself tells.
 */
export type Slots = Map<bigint, bigint | { readonly atMost: bigint }>;

export const ANY = { atMost: 2n ** 256n - 1n } as const;

/** The slot of a mapping's entry, as Solidity computes it. */
export function entryOf(mapping: bigint | number, key: string): bigint {
  return BigInt(keccak256(concat([zeroPadValue(key, 32), toBeHex(mapping, 32)])));
}

/** The slot of an array's first element. */
export function elementsOf(array: bigint | number): bigint {
  return BigInt(keccak256(toBeHex(array, 32)));
}

/** Adds a text, which is in its slot if it is short. */
export function addBytes(slots: Slots, slot: number, bytes: string): void {
  const length = dataLength(bytes);
  if (length < 32) {
    const padded = BigInt(bytes.padEnd(66, "0"));
    slots.set(BigInt(slot), padded + BigInt(2 * length));
    return;
  }
  slots.set(BigInt(slot), BigInt(2 * length + 1));
  const first = elementsOf(slot);
  for (let start = 0; start < length; start += 32) {
    const part = dataSlice(bytes, start, Math.min(start + 32, length)).padEnd(66, "0");
    slots.set(first + BigInt(start / 32), BigInt(part));
  }
}

/** The bytes of a text that a function returns, which need not be UTF-8. */
export async function readText(
  reader: BlockReader,
  { address, abi }: Contract,
  functionName: string,
): Promise<string> {
  const answer = await reader.call(address, abi.encodeFunctionData(functionName));
  try {
    return String(AbiCoder.defaultAbiCoder().decode(["bytes"], answer)[0]);
  } catch (cause) {
    const said = `the node's answer to ${functionName} of ${address} is not one that the contract can give`;
    throw new MigrationError(said, { cause });
  }
}
