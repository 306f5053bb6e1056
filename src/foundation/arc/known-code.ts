import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { BoundedMap, madeOnce } from "../support/once.js";
import { withoutMetadata } from "./code.js";
import { ARC_VERSIONS } from "./versions.js";

/** What is known about code on a chain. */
export interface KnownCode {
  /** The contract's name in Arc. */
  readonly contract: string;
  /** All releases that have this code, ignoring metadata hashes; oldest first, never empty. */
  readonly releases: readonly string[];
  /**
   * Those of `releases` that have exactly the same bytes. Few builds share a metadata hash, so this often names one
   * release where the code alone names nine. But it is only a hint: the hash is never executed, so a deployer can
   * change it freely. Empty for a build that was never published.
   */
  readonly exact: readonly string[];
}

/**
 * The table, by contract. Each code is a list of its hash, followed by a `variant` for each of its builds: the start of
 * the build's own hash, and the indices in ARC_VERSIONS at which the published packages and the predecessor's have it
 * (`hash published predecessor`, with indices as `3-5,7` or `-`).
 */
export type CodeTable = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Characters of the hash that identifies a contract. Nobody can find other code with the same 128 bits. */
const HASH = 22;
/** Characters of the hash that distinguishes builds of the same code. It decides nothing. */
const VARIANT = 6;

let known: Map<string, { contract: string; variants: readonly string[] }> | undefined;

/** What was identified before: a process meets the same code again and again, and hashing it takes a while. */
const identified = new BoundedMap<string, KnownCode | null>(256);

/** The table's hash of code: the same for all its builds. */
export function codeHash(code: string): string {
  return hashOf(withoutMetadata(code), HASH);
}

/** The table's hash of one build. */
export function variantHash(code: string): string {
  return hashOf(code.toLowerCase(), VARIANT);
}

/**
 * Identifies a contract and its Arc releases by its code alone, ignoring metadata hashes. Arc's contracts have no
 * immutable parts, because its compilers did not support them. Needs neither a network nor a release. Does not know
 * libraries and contracts without functions, because nobody deploys them on their own.
 * @param runtimeCode hex with 0x, as `eth_getCode` returns it
 * @returns undefined for code that is not in the table, and for no code (`0x`)
 * @example
 * identifyCode(code);
 * // { contract: "Controller", releases: ["0.0.1-rc.51", ...], exact: ["0.0.1-rc.57"] }
 */
export function identifyCode(runtimeCode: string): KnownCode | undefined {
  if (runtimeCode === "0x") return undefined;
  return madeOnce(identified, runtimeCode, () => lookUp(runtimeCode)) ?? undefined;
}

function lookUp(runtimeCode: string): KnownCode | null {
  known ??= readTable();
  const found = known.get(codeHash(runtimeCode));
  if (found === undefined) return null;
  const variants = found.variants.map(parseVariant);
  const own = variantHash(runtimeCode);
  const same = variants.filter(({ hash }) => hash === own);
  return {
    contract: found.contract,
    releases: releasesOf(variants),
    exact: releasesOf(same),
  };
}

/**
 * The release that counts if several have the same code: the newest that has exactly these bytes, otherwise the newest
 * that has the code. Undefined if none has.
 */
export function newestOf({
  exact,
  releases,
}: Partial<Pick<KnownCode, "exact" | "releases">>): string | undefined {
  return exact?.at(-1) ?? releases?.at(-1);
}

/**
 * Whether a contract has the code of a release, according to {@link identifyCode}.
 * @param release undefined for code of any origin
 */
export function isOfRelease(
  { releases }: Partial<KnownCode>,
  release: string | undefined,
): boolean {
  return release === undefined || releases?.includes(release) === true;
}

interface Variant {
  readonly hash: string;
  /** Of releases in ARC_VERSIONS, of the published packages and of the predecessor's. */
  readonly indices: readonly number[];
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
  const [hash, ...indices] = text.split(" ");
  return { hash: hash!, indices: indices.flatMap(indicesIn) };
}

function indicesIn(text: string): number[] {
  if (text === "-") return [];
  return text.split(",").flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
  });
}

function releasesOf(variants: readonly Variant[]): string[] {
  const all = new Set(variants.flatMap(({ indices }) => indices));
  return ARC_VERSIONS.filter((_, index) => all.has(index));
}

function hashOf(code: string, length: number): string {
  return createHash("sha256").update(code).digest("base64url").slice(0, length);
}
