/** The standard JSON input of solc, which explorers accept, too. */
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
 * All Arc releases were compiled with the optimizer at 200 runs and the compiler's default EVM version, as
 * src/foundation/arc/compilation/proofs.json proves.
 * @param contracts names of the contracts to compile, by file
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
