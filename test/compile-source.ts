import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };

/** Compiles a file in Solidity with solc's defaults, and returns the runtime code of each contract. */
export function runtimeCodes<Name extends string>(file: string): Record<Name, string> {
  const input = {
    language: "Solidity",
    sources: { a: { content: readFileSync(file, "utf8") } },
    settings: { outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } } },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: { a: Record<Name, { evm: { deployedBytecode: { object: string } } }> };
  };
  type Compiled = (typeof contracts.a)[Name];
  const codes = Object.entries<Compiled>(contracts.a).map(
    ([name, { evm }]) => [name, `0x${evm.deployedBytecode.object}`] as const,
  );
  return Object.fromEntries(codes) as Record<Name, string>;
}
