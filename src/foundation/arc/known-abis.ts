import { readFileSync } from "node:fs";

import { Interface } from "ethers";

import { madeOnce } from "../support/once.js";
import { shortName } from "./versions.js";

interface KnownAbis {
  /** Every function and event, in Solidity's notation. */
  readonly fragments: readonly string[];
  /** By contract, each ABI that it ever had: short names of releases, and indices into `fragments`. */
  readonly contracts: Readonly<
    Record<string, readonly { readonly releases: string; readonly fragments: string }[]>
  >;
}

let table: KnownAbis | undefined;
const interfaces = new Map<string, Interface>();

/**
 * Functions and events of a release's contract. Does not open the release, which might have to be fetched: reading a
 * DAO needs nothing else from it.
 * @param release its complete or short name; if absent, the last release with the contract
 * @returns undefined if the release has no such contract
 */
export function knownAbi(contractName: string, release?: string): Interface | undefined {
  const url = new URL("./known-abis.json", import.meta.url);
  table ??= JSON.parse(readFileSync(url, "utf8")) as KnownAbis;
  const { fragments, contracts } = table;
  if (!Object.hasOwn(contracts, contractName)) return undefined;
  const short = release && shortName(release);
  const variants = contracts[contractName] ?? [];
  const variant =
    short === undefined
      ? variants.at(-1)
      : variants.find(({ releases }) => releases.split(" ").includes(short));
  if (variant === undefined) return undefined;
  return madeOnce(interfaces, `${contractName} ${variant.fragments}`, () => {
    return new Interface(variant.fragments.split(" ").map((place) => fragments[Number(place)]!));
  });
}
