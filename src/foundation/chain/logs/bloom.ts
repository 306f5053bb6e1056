import { getBytes, hexlify, keccak256 } from "ethers";

import { BoundedMap, madeOnce } from "../../support/once.js";
import type { ChainLog, LogFilter } from "./log.js";

const BYTES = 256;

/** The bloom filter that a header has for these logs: each address and topic sets three of its 2048 bits. */
export function bloomOf(logs: readonly Pick<ChainLog, "address" | "topics">[]): string {
  const bytes = new Uint8Array(BYTES);
  for (const text of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    for (const { place, bit } of bitsOf(text)) bytes[place]! |= bit;
  }
  return hexlify(bytes);
}

/** Whether a block with this bloom filter may have a log that a filter matches. If not, it has none. */
export function mayMatch(bloom: string, { address, topics = [] }: LogFilter): boolean {
  const bytes = getBytes(bloom);
  const mayHave = (text: string): boolean =>
    bitsOf(text).every(({ place, bit }) => (bytes[place]! & bit) !== 0);
  return [address ?? null, ...topics].every(
    (wanted) => wanted === null || [wanted].flat().some(mayHave),
  );
}

type Bits = readonly { readonly place: number; readonly bit: number }[];

/** Each block is asked about the same addresses and topics, and hashing one takes a while. */
const known = new BoundedMap<string, Bits>(4096);

function bitsOf(text: string): Bits {
  return madeOnce(known, text, () => {
    const hash = getBytes(keccak256(text));
    return [0, 2, 4].map((start) => {
      const index = ((hash[start]! << 8) | hash[start + 1]!) & (8 * BYTES - 1);
      return { place: BYTES - 1 - (index >> 3), bit: 1 << (index & 7) };
    });
  });
}
