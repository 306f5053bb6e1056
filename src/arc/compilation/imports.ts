import { posix } from "node:path";

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
