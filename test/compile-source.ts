import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { keep, unfinished } from "../scripts/kept-state.mjs";

const KEPT = join(import.meta.dirname, "../node_modules/.cache/compiled-contracts");

/**
 * Compiles by solc, whose output is kept for the next runs: to load solc takes a second, in each process.
 * @param input solc's standard input
 * @returns its standard output, as JSON
 */
export function compileSolidity(input: object): unknown {
  const text = JSON.stringify(input);
  const require = createRequire(import.meta.url);
  const { version } = require("solc/package.json") as { readonly version: string };
  const hash = createHash("sha256").update(`${version}\n${text}`).digest("hex");
  const folder = join(KEPT, hash.slice(0, 16));
  if (!existsSync(folder)) {
    const { compile } = require("solc") as { readonly compile: (input: string) => string };
    const made = unfinished(folder);
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "output.json"), compile(text));
    keep(made, folder);
  }
  return JSON.parse(readFileSync(join(folder, "output.json"), "utf8"));
}

/** Compiles a file in Solidity with solc's defaults, and returns the runtime code of each contract. */
export function runtimeCodes<Name extends string>(file: string): Record<Name, string> {
  const { contracts } = compileSolidity({
    language: "Solidity",
    sources: { a: { content: readFileSync(file, "utf8") } },
    settings: { outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } } },
  }) as { contracts: { a: Record<Name, { evm: { deployedBytecode: { object: string } } }> } };
  type Compiled = (typeof contracts.a)[Name];
  const codes = Object.entries<Compiled>(contracts.a).map(
    ([name, { evm }]) => [name, `0x${evm.deployedBytecode.object}`] as const,
  );
  return Object.fromEntries(codes) as Record<Name, string>;
}
