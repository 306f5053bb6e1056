import type { AddressWord, Argument } from "../../../src/foundation/params/parameters.js";
import type { RawArgument } from "../../../src/foundation/params/file/migration-parameters.js";

/** A value as in a file, and its meaning. */
export interface Written<Raw, Meaning> {
  readonly raw: Raw;
  readonly meaning: Meaning;
}

export type WrittenArgument = Written<RawArgument, Argument>;

/** Returns a list of arguments and their meaning. */
export function args(...list: readonly WrittenArgument[]): Written<RawArgument[], Argument[]> {
  return { raw: list.map(({ raw }) => raw), meaning: list.map(({ meaning }) => meaning) };
}

export const word = (address: AddressWord): WrittenArgument => ({
  raw: address,
  meaning: { address },
});

export const votes = (voteParams: number): WrittenArgument => ({
  raw: { voteParams },
  meaning: { voteParams },
});

export const standAlone = (index: number): WrittenArgument => ({
  raw: { StandAloneContract: index },
  meaning: { standAloneContract: index },
});

export const whole = (value: number | string): WrittenArgument => ({
  raw: value,
  meaning: BigInt(value),
});

export const literal = (value: string | boolean): WrittenArgument => ({
  raw: value,
  meaning: value,
});
