import { readFileSync } from "node:fs";

import { Interface } from "ethers";

interface KnownAbis {
  /** Every function and event, in the words of Solidity. */
  readonly fragments: readonly string[];
  /** By contract, each ABI it ever had: short names of releases, and places in `fragments`. */
  readonly contracts: Readonly<
    Record<string, readonly { readonly releases: string; readonly fragments: string }[]>
  >;
}

let table: KnownAbis | undefined;
const interfaces = new Map<string, Interface>();

/**
 * Functions and events of a contract as a release has it, without opening the release: it may have to
 * be fetched, and who reads a DAO wants no more of it than this.
 * @param release in full or short; the contract's last release where it is left out
 * @returns undefined if the release has no such contract
 */
export function knownAbi(contractName: string, release?: string): Interface | undefined {
  const url = new URL("./known-abis.json", import.meta.url);
  table ??= JSON.parse(readFileSync(url, "utf8")) as KnownAbis;
  const { fragments, contracts } = table;
  if (!Object.hasOwn(contracts, contractName)) return undefined;
  const short = release?.replace(/^[^-]*-/, "");
  const variants = contracts[contractName] ?? [];
  const variant =
    short === undefined
      ? variants.at(-1)
      : variants.find(({ releases }) => releases.split(" ").includes(short));
  if (variant === undefined) return undefined;
  const key = `${contractName} ${variant.fragments}`;
  const known =
    interfaces.get(key) ??
    new Interface(variant.fragments.split(" ").map((place) => fragments[Number(place)]!));
  interfaces.set(key, known);
  return known;
}
