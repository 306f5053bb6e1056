import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ArcRelease, Artifact } from "../src/arc/artifact.js";
import { withoutMetadata } from "../src/arc/code.js";
import { codeHash, variantHash, type CodeTable } from "../src/arc/known-code.js";
import { openArcRelease } from "../src/arc/open-release.js";
import {
  arcPackage,
  INFRA_CONTRACTS,
  INFRA_PACKAGE,
  PREDECESSOR_PACKAGE,
} from "../src/arc/source/packages.js";
import { TARBALL_PINS } from "../src/arc/source/packages.js";
import { openTarball } from "../src/arc/source/tarball-cache.js";
import { unpackPackages } from "../src/arc/source/unpack.js";
import { ARC_VERSIONS } from "../src/arc/versions.js";

// Run after a new release in src/arc/versions.ts: node --import tsx scripts/write-known-code.ts

/** Shorter code (in characters) belongs to libraries without functions, which is the same under many names. */
const SHORTEST = 400;
/** A library's code begins with its own address, so it differs for each deployment. */
const LIBRARY = /^0x73[0-9a-f]{40}30/i;

type Build = "published" | "predecessor";
type Variant = Record<Build, Set<number>>;

/** By hash: the names that have this code, and its variants by their own hash. */
type Codes = Map<string, Code>;

interface Code {
  readonly names: Set<string>;
  readonly variants: Map<string, Variant>;
}

/**
 * The runtime code of every contract of every release, as the text of src/arc/known-code.json. Fetches the
 * predecessor's package, and the packages of releases that were published in another form than they are migrated.
 */
export async function knownCodeText(): Promise<string> {
  const codes: Codes = new Map();
  const predecessors = await artifactsOf(PREDECESSOR_PACKAGE);
  const infra = (await artifactsOf(INFRA_PACKAGE)).get(INFRA_PACKAGE)!.flat;
  for (const [place, version] of ARC_VERSIONS.entries()) {
    const spec = arcPackage(version);
    const release = await openArcRelease(version);
    const migrated = release.contractNames.map((name) => release.artifact(name));
    const own = predecessors.get(spec)?.flat;
    const isPublished = TARBALL_PINS[spec] !== undefined;
    if (isPublished && isCompleted(release, infra)) {
      const { flat, nested } = (await artifactsOf(spec)).get(spec)!;
      add(codes, place, "published", [...flat.values(), ...nested.values()]);
    } else add(codes, place, isPublished ? "published" : "predecessor", migrated);
    // It also contains leftovers of other releases, which nobody can migrate.
    const present = [...(own?.values() ?? [])].filter(({ contractName }) =>
      release.has(contractName),
    );
    add(codes, place, "predecessor", present);
  }
  return `${JSON.stringify(tableOf(codes))}\n`;
}

/** Whether a release includes contracts from another package; its own contracts are elsewhere in it. */
function isCompleted(release: ArcRelease, infra: ReadonlyMap<string, Artifact>): boolean {
  return INFRA_CONTRACTS.every(
    (name) => release.artifact(name).deployedBytecode === infra.get(name)?.deployedBytecode,
  );
}

async function artifactsOf(packageSpec: string) {
  const tarball = await openTarball(packageSpec, TARBALL_PINS[packageSpec]!, {
    onFetch: (message) => console.error(message),
  });
  return await unpackPackages(packageSpec, tarball, (version) => ARC_VERSIONS.includes(version));
}

function add(codes: Codes, place: number, build: Build, artifacts: readonly Artifact[]): void {
  const wanted = artifacts.filter(
    ({ deployedBytecode: code }) => code.length >= SHORTEST && !LIBRARY.test(code),
  );
  for (const { contractName, deployedBytecode } of wanted) {
    const texts = [deployedBytecode, ...copiesOf(deployedBytecode, artifacts)];
    for (const code of texts) {
      const own = at(codes, codeHash(code), (): Code => ({
        names: new Set(),
        variants: new Map(),
      }));
      own.names.add(contractName);
      const variant = at(own.variants, variantHash(code), (): Variant => ({
        published: new Set(),
        predecessor: new Set(),
      }));
      variant[build].add(place);
    }
  }
}

/** The code of a contract inside others that deploy it, which may come from another build. */
function copiesOf(code: string, artifacts: readonly Artifact[]): string[] {
  const own = withoutMetadata(code).slice(2);
  return artifacts.flatMap(({ deployedBytecode: other }) => {
    if (other.length <= code.length || !/a[1-3]65627a7a72.*a[1-3]65627a7a72/i.test(other))
      return [];
    const from = withoutMetadata(other).indexOf(own);
    return from < 0 ? [] : [`0x${other.slice(from, from + own.length)}`];
  });
}

function tableOf(codes: Codes): CodeTable {
  const table = new Map<string, string[][]>();
  for (const [hash, { names, variants }] of codes) {
    const texts = [...variants].map(
      ([own, { published, predecessor }]) => `${own} ${runs(published)} ${runs(predecessor)}`,
    );
    at(table, oneName(names), () => []).push([hash, ...texts.sort()]);
  }
  const entries = [...table].map(([name, all]) => [name, all.sort()] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** If a contract and a mock that only inherits it have the same code, the contract's name. */
function oneName(names: ReadonlySet<string>): string {
  const real = names.size === 1 ? [...names] : [...names].filter((name) => !name.endsWith("Mock"));
  if (real.length === 1) return real[0]!;
  throw new Error(`These contracts have the same code: ${[...names].join(", ")}`);
}

function runs(places: ReadonlySet<number>): string {
  const found: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === place - 1) last[1] = place;
    else found.push([place, place]);
  }
  if (found.length === 0) return "-";
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

function at<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/arc/known-code.json", import.meta.url), await knownCodeText());
}
