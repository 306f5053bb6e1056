import { getAddress } from "ethers";

/** Amounts in wei are smaller; nobody can find a key or a contract with such a small address by trying. */
const SMALLEST = 2n ** 100n;
const LARGEST = 2n ** 160n;

/** Words that look like addresses, in data of whole words (hex without 0x), with a checksum. */
export function accountsNamed(words: string): readonly string[] {
  const isAddress = (word: bigint): boolean => word >= SMALLEST && word < LARGEST;
  return (words.match(/.{64}/g) ?? [])
    .filter((word) => isAddress(BigInt(`0x${word}`)))
    .map((word) => getAddress(`0x${word.slice(24)}`));
}
