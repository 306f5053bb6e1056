/** What solc compiles: its standard JSON input, as explorers take it, too. */
export interface StandardInput {
  readonly language: "Solidity";
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: {
    readonly optimizer: { readonly enabled: true; readonly runs: 200 };
    readonly outputSelection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
}

const OUTPUT = ["evm.bytecode.object", "evm.deployedBytecode.object"];

/**
 * All releases of Arc were compiled with the optimizer at 200 runs and the compiler's own version of
 * the EVM; src/arc/compilation/proofs.ts holds the proof.
 * @param contracts what to compile of the sources: contract names by file
 */
export function standardInput(
  sources: ReadonlyMap<string, string>,
  contracts: Readonly<Record<string, readonly string[]>>,
): StandardInput {
  return {
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: Object.fromEntries(
        Object.entries(contracts).map(([file, names]) => [
          file,
          Object.fromEntries(names.map((name) => [name, OUTPUT])),
        ]),
      ),
    },
  };
}
