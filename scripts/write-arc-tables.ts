// Writes what identifies Arc's contracts: src/foundation/arc/history.json (which releases have which contracts and signatures),
// known-abis.json (their functions and events) and known-code.json (their code on a chain). Run it after a new release
// in src/foundation/arc/versions.ts: node --import ./scripts/typescript.mjs scripts/write-arc-tables.ts
import { fileURLToPath } from "node:url";

import { EventFragment, FunctionFragment } from "ethers";

import type { AbiEntry, ArcRelease, Artifact } from "../src/foundation/arc/artifact.js";
import { withoutMetadata } from "../src/foundation/arc/code.js";
import { codeHash, variantHash, type CodeTable } from "../src/foundation/arc/known-code.js";
import { openArcRelease } from "../src/foundation/arc/open-release.js";
import {
  arcPackage,
  INFRA_CONTRACTS,
  INFRA_PACKAGE,
  PREDECESSOR_PACKAGE,
  TARBALL_PINS,
} from "../src/foundation/arc/source/packages.js";
import { openTarball } from "../src/foundation/arc/source/tarball-cache.js";
import { unpackPackages } from "../src/foundation/arc/source/package-artifacts.js";
import { ARC_VERSIONS, shortName } from "../src/foundation/arc/versions.js";
import { madeOnce } from "../src/foundation/support/once.js";
import { writeOrCheck } from "./write-or-check.js";

/** Positions in the list of releases. */
type Places = Set<number>;

/** The first and last release of each range, in order. */
function rangesOf(places: Places): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === place - 1) last[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}

function nameAt(place: number): string {
  return shortName(ARC_VERSIONS[place]!);
}

function namedRanges(places: Places): string[][] {
  return rangesOf(places).map((range) => range.map(nameAt));
}

const newPlaces = (): Places => new Set();

/** Only functions that a parameters file can call. Functions with tuples would also need the components. */
function isCallable({ type, stateMutability, inputs = [] }: AbiEntry): boolean {
  if (inputs.some((input) => input.type.startsWith("tuple"))) return false;
  if (type === "constructor") return true;
  return type === "function" && stateMutability !== "view" && stateMutability !== "pure";
}

/**
 * Which releases have each contract, and the types of each function whose arguments changed between releases, as the
 * text of src/foundation/arc/history.json.
 */
export async function historyText(): Promise<string> {
  const contracts = new Map<string, Places>();
  const functions = new Map<string, Map<string, Map<string, Places>>>();
  for (const [place, version] of ARC_VERSIONS.entries()) {
    const release = await openArcRelease(version);
    for (const name of release.contractNames) {
      madeOnce(contracts, name, newPlaces).add(place);
      const own = madeOnce(functions, name, () => new Map<string, Map<string, Places>>());
      for (const entry of release.artifact(name).abi.filter(isCallable)) {
        const inputs = (entry.inputs ?? []).map(({ type }) => type).join(",");
        const signatures = madeOnce(own, entry.name ?? entry.type, () => new Map<string, Places>());
        madeOnce(signatures, inputs, newPlaces).add(place);
      }
    }
  }
  const history = {
    contracts: sorted(contracts, namedRanges),
    signatures: sorted(functions, (own) => {
      const changed = new Map([...own].filter(([, signatures]) => signatures.size > 1));
      if (changed.size === 0) return undefined;
      return sorted(changed, (signatures) => sorted(signatures, namedRanges));
    }),
  };
  return `${JSON.stringify(history)}\n`;
}

function sorted<Value>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value) => unknown,
): Record<string, unknown> {
  const entries = [...map].map(([key, value]) => [key, convert(value)] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function fragmentOf(entry: AbiEntry): string | undefined {
  if (entry.type === "function") return FunctionFragment.from(entry).format("full");
  return entry.type === "event" ? EventFragment.from(entry).format("full") : undefined;
}

/** The functions and events of every contract of every release, as the text of src/foundation/arc/known-abis.json. */
export async function knownAbisText(): Promise<string> {
  const places = new Map<string, number>();
  const contracts = new Map<string, Map<string, number[]>>();
  for (const [release, version] of ARC_VERSIONS.entries()) {
    const opened = await openArcRelease(version);
    for (const name of opened.contractNames) {
      const { abi, deployedBytecode } = opened.artifact(name);
      if (deployedBytecode === "0x") continue;
      const fragments = new Set(abi.map(fragmentOf).filter((each) => each !== undefined));
      const indexes = [...fragments].map((fragment) => {
        const place = places.get(fragment) ?? places.size;
        places.set(fragment, place);
        return place;
      });
      const key = indexes.sort((a, b) => a - b).join(" ");
      const variants = madeOnce(contracts, name, () => new Map<string, number[]>());
      madeOnce(variants, key, (): number[] => []).push(release);
    }
  }
  const table = {
    fragments: [...places.keys()],
    contracts: sorted(contracts, (variants) =>
      [...variants].map(([fragments, releases]) => ({
        releases: releases.map(nameAt).join(" "),
        fragments,
      })),
    ),
  };
  return `${JSON.stringify(table)}\n`;
}

/** Shorter code (in characters) belongs to libraries without functions, which is the same under many names. */
const SHORTEST = 400;
/** A library's code begins with its own address, so it differs for each deployment. */
const LIBRARY = /^0x73[0-9a-f]{40}30/i;

type Build = "published" | "predecessor";
type Variant = Record<Build, Places>;

/** By hash: the names that have this code, and its variants by their own hash. */
type Codes = Map<string, Code>;

interface Code {
  readonly names: Set<string>;
  readonly variants: Map<string, Variant>;
}

/**
 * The runtime code of every contract of every release, as the text of src/foundation/arc/known-code.json. Fetches the
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
      const own = madeOnce(codes, codeHash(code), (): Code => ({
        names: new Set(),
        variants: new Map(),
      }));
      own.names.add(contractName);
      const variant = madeOnce(own.variants, variantHash(code), (): Variant => ({
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
    madeOnce(table, oneName(names), () => []).push([hash, ...texts.sort()]);
  }
  return sorted(table, (all) => all.sort()) as CodeTable;
}

/** If a contract and a mock that only inherits it have the same code, the contract's name. */
function oneName(names: ReadonlySet<string>): string {
  const real = names.size === 1 ? [...names] : [...names].filter((name) => !name.endsWith("Mock"));
  if (real.length === 1) return real[0]!;
  throw new Error(`These contracts have the same code: ${[...names].join(", ")}`);
}

function runs(places: Places): string {
  const ranges = rangesOf(places).map((range) => [...new Set(range)].join("-"));
  return ranges.join(",") || "-";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files: [string, string][] = [];
  for (const [name, textOf] of [
    ["history", historyText],
    ["known-abis", knownAbisText],
    ["known-code", knownCodeText],
  ] as const) {
    files.push([`src/foundation/arc/${name}.json`, await textOf()]);
  }
  writeOrCheck(files, "write-arc-tables.ts");
}
