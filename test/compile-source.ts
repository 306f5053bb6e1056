import { createRequire } from "node:module";

const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };

/** Compiles Solidity without a pragma with solc's defaults, and returns the runtime code of each contract. */
export function runtimeCodes<Name extends string>(source: string): Record<Name, string> {
  const input = {
    language: "Solidity",
    sources: { a: { content: `pragma solidity ^0.8.0;${source}` } },
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
