import { dataSlice, getAddress, keccak256, toBeHex, zeroPadValue } from "ethers";

import type { Changed } from "../chain/state-diff.js";
import { callsIn, type RawCall } from "../../../foundation/chain/raw-call.js";

/** The first slots of a contract, which are tried as places of mappings. */
const MAPPINGS = Array.from({ length: 64 }, (_, slot) => toBeHex(slot, 32));
/** The most accounts, or other words, of a call's arguments that are tried. */
const MOST_TRIED = 20;

/** What an account has in a mapping of a contract: its balance, or what it lets somebody else take. */
export interface Entry {
  /** With a checksum. */
  readonly contract: string;
  /** For the entry of two accounts, the other one. */
  readonly other?: string;
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * The entries of an account that changed, in mappings by account and by two accounts, as Solidity and Vyper place them.
 * Of those by two accounts, the other is one that a call of the contract names. Also those by another word of a call and
 * by account: what an ERC-1155 has of each token.
 * @param changes by account and slot
 */
export function changedEntries(
  account: string,
  changes: ReadonlyMap<string, Changed>,
  traces: readonly RawCall[],
): readonly Entry[] {
  const own = entriesOf(account);
  const calls = traces.flatMap(callsIn);
  const contracts = new Set([...changes.keys()].map((place) => place.split(" ")[0]!));
  return [...contracts].flatMap((contract) => {
    const entryAt = (slot: string, other?: string): Entry | readonly [] => {
      const change = changes.get(`${contract} storage ${slot}`);
      if (change === undefined) return [];
      const [before, after] = [change.before, change.after].map((each) => BigInt(each || 0));
      return { contract: getAddress(contract), other, before: before!, after: after! };
    };
    const inputs = calls.flatMap(({ to, input }) =>
      to?.toLowerCase() === contract ? [input.slice(10)] : [],
    );
    const named = new Set(inputs.flatMap(accountsNamed));
    const others = [...named].filter((each) => each !== account).slice(0, MOST_TRIED);
    const keys = [...new Set(inputs.flatMap(wordsOf))].filter((word) => !isAccount(word));
    // A key may be the number of a slot, too.
    const mappings = new Set(keys.slice(0, MOST_TRIED).flatMap(entriesOf));
    return [
      ...own.flatMap((slot) => entryAt(slot)),
      ...others.flatMap((other) =>
        own.flatMap((slot) => placesOf(other, slot).flatMap((place) => entryAt(place, other))),
      ),
      ...[...mappings].flatMap((mapping) =>
        placesOf(account, mapping).flatMap((slot) => entryAt(slot)),
      ),
    ];
  });
}

/** Where a contract may keep what an account, or another key, has in a mapping. */
export function entriesOf(key: string): readonly string[] {
  return MAPPINGS.flatMap((slot) => placesOf(key, slot));
}

/** Where Solidity and Vyper keep a key's value of a mapping. */
export function placesOf(key: string, mapping: string): readonly string[] {
  const word = zeroPadValue(key, 32);
  return [keccak256(word + mapping.slice(2)), keccak256(mapping + word.slice(2))];
}

/** Amounts in wei are smaller; nobody can find a key or a contract with such a small address by trying. */
const SMALLEST = 2n ** 100n;
const LARGEST = 2n ** 160n;

/** Words that look like addresses, in data of whole words (hex without 0x), with a checksum. */
export function accountsNamed(words: string): readonly string[] {
  return wordsOf(words)
    .filter(isAccount)
    .map((word) => getAddress(dataSlice(word, 12)));
}

/** Whether a word looks like an address, and not like an amount. */
export function isAccount(word: string): boolean {
  return BigInt(word) >= SMALLEST && BigInt(word) < LARGEST;
}

function wordsOf(data: string): readonly string[] {
  return (data.match(/.{64}/g) ?? []).map((word) => `0x${word}`);
}
