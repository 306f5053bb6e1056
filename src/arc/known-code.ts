import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { withoutMetadata } from "./code.js";
import { ARC_VERSIONS } from "./versions.js";

/** What code on a chain is known to be. */
export interface KnownCode {
  /** The contract's name, as Arc has it. */
  readonly contract: string;
  /** All releases that have this code, but for the hashes of metadata; oldest first, never empty. */
  readonly releases: readonly string[];
  /**
   * Those of `releases` that have it byte for byte. Few builds share a hash of metadata, so this often
   * names one release where the code alone names nine; but it is a hint: that hash is never executed,
   * so a deployer can change it freely. Empty for a build that was never published.
   */
  readonly exact: readonly string[];
  /**
   * Who has this code (byte for byte where `exact` says so): the package of Arc that was published, the
   * predecessor of this tool, which made most DAOs and has releases of its own, or both.
   */
  readonly build: "published" | "predecessor" | "both";
}

/**
 * The table, by contract. Each code is its hash, then a `variant` for each build of it:
 * the beginning of its own hash, and where in ARC_VERSIONS the published packages and the predecessor's
 * have it (`hash published predecessor`, places as `3-5,7` or `-`).
 */
export type CodeTable = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Nobody finds other code with the same 128 bits, so they may decide what a contract is. */
const HASH = 22;
/** Distinguishes builds of the same code; it decides nothing. */
const VARIANT = 6;

let known: Map<string, { contract: string; variants: readonly string[] }> | undefined;

/** Under what the table has code: the same for all builds of it. */
export function codeHash(code: string): string {
  return hashOf(withoutMetadata(code), HASH);
}

/** Under what the table has one build of it. */
export function variantHash(code: string): string {
  return hashOf(code.toLowerCase(), VARIANT);
}

/**
 * Identifies a contract, and the Arc releases that have it, by its code alone. The hashes of
 * metadata are set aside; immutable parts Arc's contracts have none, as its compilers know none. It
 * needs neither a network nor a release. Libraries and contracts without functions are not known, as
 * nobody deploys them by themselves.
 * @param runtimeCode hex with 0x, as `eth_getCode` answers
 * @returns undefined for code that is not in the table, and for none (`0x`)
 * @example
 * identifyCode(code);
 * // { contract: "Controller", releases: ["0.0.1-rc.51", ...], exact: ["0.0.1-rc.57"], build: "both" }
 */
export function identifyCode(runtimeCode: string): KnownCode | undefined {
  if (runtimeCode === "0x") return undefined;
  known ??= readTable();
  const found = known.get(codeHash(runtimeCode));
  if (found === undefined) return undefined;
  const variants = found.variants.map(parseVariant);
  const own = variantHash(runtimeCode);
  const same = variants.filter(({ hash }) => hash === own);
  return {
    contract: found.contract,
    releases: releasesOf(variants),
    exact: releasesOf(same),
    build: buildOf(same.length > 0 ? same : variants),
  };
}

/** The release to name if only one is named: the newest that has the code byte for byte, or else at all. */
export function newestOf({ exact, releases }: KnownCode): string {
  return (exact.at(-1) ?? releases.at(-1))!;
}

interface Variant {
  readonly hash: string;
  readonly published: readonly number[];
  readonly predecessor: readonly number[];
}

function readTable(): NonNullable<typeof known> {
  const text = readFileSync(new URL("./known-code.json", import.meta.url), "utf8");
  return new Map(
    Object.entries(JSON.parse(text) as CodeTable).flatMap(([contract, codes]) =>
      codes.map(([hash, ...variants]) => [hash!, { contract, variants }] as const),
    ),
  );
}

function parseVariant(text: string): Variant {
  const [hash, published, predecessor] = text.split(" ");
  return { hash: hash!, published: places(published!), predecessor: places(predecessor!) };
}

function places(text: string): number[] {
  if (text === "-") return [];
  return text.split(",").flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
  });
}

function releasesOf(variants: readonly Variant[]): string[] {
  const all = new Set(
    variants.flatMap(({ published, predecessor }) => [...published, ...predecessor]),
  );
  return ARC_VERSIONS.filter((_, place) => all.has(place));
}

function buildOf(variants: readonly Variant[]): KnownCode["build"] {
  if (variants.every(({ predecessor }) => predecessor.length === 0)) return "published";
  return variants.every(({ published }) => published.length === 0) ? "predecessor" : "both";
}

function hashOf(code: string, length: number): string {
  return createHash("sha256").update(code).digest("base64url").slice(0, length);
}
