import { concat, getAddress, keccak256, toBeHex, zeroPadValue } from "ethers";

import type { Changed } from "../chain/state-diff.js";
import { callsIn, type RawCall } from "../chain/raw-call.js";

/** How many of a contract's first slots are tried as places of mappings. */
const MAPPINGS = 64;
/** The most accounts of a call's arguments that are tried. */
const MOST_ACCOUNTS = 20;

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
 * Of those by two accounts, the other is one that a call of the contract names.
 * @param changes by account and slot
 */
export function changedEntries(
  account: string,
  changes: ReadonlyMap<string, Changed>,
  traces: readonly RawCall[],
): readonly Entry[] {
  const own = Array.from({ length: MAPPINGS }, (_, slot) => toBeHex(slot, 32)).flatMap((slot) =>
    placesOf(account, slot),
  );
  const calls = traces.flatMap(callsIn);
  const contracts = new Set([...changes.keys()].map((place) => place.split(" ")[0]!));
  return [...contracts].flatMap((contract) => {
    const entryAt = (slot: string, other?: string): Entry | readonly [] => {
      const change = changes.get(`${contract} storage ${slot}`);
      if (change === undefined) return [];
      const [before, after] = [change.before, change.after].map((each) => BigInt(each || 0));
      return { contract: getAddress(contract), other, before: before!, after: after! };
    };
    const named = calls.filter(({ to }) => to?.toLowerCase() === contract).flatMap(accountsIn);
    const others = [...new Set(named)].filter((each) => each !== account).slice(0, MOST_ACCOUNTS);
    return [
      ...own.flatMap((slot) => entryAt(slot)),
      ...others.flatMap((other) =>
        own.flatMap((slot) => placesOf(other, slot).flatMap((place) => entryAt(place, other))),
      ),
    ];
  });
}

/** Where Solidity and Vyper keep a key's value of a mapping. */
function placesOf(key: string, mapping: string): readonly string[] {
  const word = zeroPadValue(key, 32);
  return [keccak256(concat([word, mapping])), keccak256(concat([mapping, word]))];
}

/** Arguments that look like addresses, with a checksum. */
function accountsIn({ input }: RawCall): readonly string[] {
  const words = input.slice(10).match(/.{64}/g) ?? [];
  return words
    .filter((word) => /^0{24}[0-9a-f]{8}/i.test(word) && !/^0{32}/.test(word))
    .map((word) => getAddress(`0x${word.slice(24)}`));
}
