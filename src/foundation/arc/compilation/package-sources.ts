import { posix } from "node:path";

import { ArcError } from "../arc-error.js";
import { BUILD_FOLDER, isBuildFile, isFlat } from "../source/packages.js";
import { readFiles } from "../source/read-tarball.js";

const SOURCE_FOLDER = "contracts/";

/**
 * Reads the sources that a package was compiled from, under the names that the compiler saw. These names are part of
 * the metadata, whose hash is part of the code. They come from truffle's build files
 * (`/Users/…/contracts/controller/Avatar.sol`) or Hardhat's build info. A package with neither was compiled with
 * Buidler, which named files by their path in the project.
 * @param dependencies sources of other packages, by names such as `openzeppelin-solidity/contracts/…`
 * @throws ArcError if the package has no sources
 */
export async function readSources(
  packageSpec: string,
  tarball: Buffer,
  dependencies: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const compiled = new Map<string, string>();
  const published = new Map<string, string>();
  await readFiles(
    tarball,
    (path) => (isBuildFile(path) && isFlat(path)) || isBuildInfo(path) || isSource(path),
    (path, text) => {
      if (isSource(path)) published.set(path, text);
      else for (const [name, source] of sourcesOf(path, text)) compiled.set(name, source);
    },
  );
  if (published.size + compiled.size === 0) throw new ArcError(`${packageSpec} has no sources.`);
  // If two contracts share a name, truffle keeps only one build file, so the other's source is only in the package
  // itself.
  const root = rootOf(compiled, published);
  const rest = [...published].map(([path, text]) => [`${root}${path}`, text] as const);
  return new Map([...dependencies, ...rest, ...compiled]);
}

function isBuildInfo(path: string): boolean {
  return path.startsWith(`${BUILD_FOLDER}build-info/`) && path.endsWith(".json");
}

function isSource(path: string): boolean {
  return path.startsWith(SOURCE_FOLDER) && path.endsWith(".sol");
}

function sourcesOf(path: string, text: string): readonly (readonly [string, string])[] {
  if (isBuildInfo(path)) {
    const { input } = JSON.parse(text) as {
      readonly input: { readonly sources: Readonly<Record<string, { readonly content: string }>> };
    };
    return Object.entries(input.sources).map(([name, { content }]) => [name, content]);
  }
  const build = JSON.parse(text) as { readonly sourcePath?: string; readonly source?: string };
  if (build.sourcePath === undefined || build.source === undefined) return [];
  return [[compilerName(build.sourcePath), build.source]];
}

/** Truffle passes the compiler neither backslashes nor drive letters: `C:\arc\A.sol` becomes `/C/arc/A.sol`. */
function compilerName(sourcePath: string): string {
  return sourcePath.replaceAll("\\", "/").replace(/^([A-Za-z]):\//, "/$1/");
}

/** The prefix of the compiler's names before the package's own paths: `/Users/…/`, or nothing. */
function rootOf(
  compiled: ReadonlyMap<string, string>,
  published: ReadonlyMap<string, string>,
): string {
  for (const path of published.keys()) {
    const name = [...compiled.keys()].find((each) => each.endsWith(`/${path}`));
    if (name !== undefined && name.startsWith("/")) return name.slice(0, -path.length);
  }
  return "";
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/g;
const IMPORT = /\bimport\s+(?:[^"';]*?\bfrom\s+)?["']([^"'\n]+)["']/g;

/**
 * The source files that are needed to compile a contract: its own and everything that it imports.
 * @param start name of the contract's own file
 * @param sources texts by name, as the compiler knows them
 * @returns sorted by name, so that the same files always make the same input
 */
export function withImports(
  start: string,
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const text = sources.get(name);
    // The compiler reports missing files.
    if (text === undefined || found.has(name)) continue;
    found.add(name);
    waiting.push(...importsOf(name, text));
  }
  return new Map([...found].sort().map((name) => [name, sources.get(name)!]));
}

/** Names of the `sources` that define a contract, library or interface with this name. */
export function definitionsOf(
  contractName: string,
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const definition = new RegExp(`\\b(?:contract|library|interface)\\s+${contractName}\\b`);
  return [...sources]
    .filter(([, text]) => definition.test(text.replace(COMMENTS, " ")))
    .map(([name]) => name)
    .sort();
}

function importsOf(name: string, text: string): string[] {
  return [...text.replace(COMMENTS, " ").matchAll(IMPORT)].map(([, path = ""]) =>
    path.startsWith(".") ? posix.join(posix.dirname(name), path) : path,
  );
}
