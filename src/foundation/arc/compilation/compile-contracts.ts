import type { Artifact } from "../artifact.js";
import type { OpenOptions } from "../source/open-options.js";
import { Compiler } from "./compiler.js";
import type { ContractSources } from "./source-packages.js";
import { standardInput } from "./standard-input.js";

/** Code of a compiled contract, in hex with 0x. */
export type CompiledCode = Pick<Artifact, "bytecode" | "deployedBytecode">;

/**
 * Compiles contracts, all of one package in one run, so that shared files are parsed once.
 * @param options `onCompile` is called before each run of a compiler
 * @returns the code of each contract; contracts that the compiler omits are missing
 * @throws ArcError if a compiler cannot be obtained, or refuses the sources
 */
export async function compileContracts(
  contracts: readonly ContractSources[],
  options: OpenOptions & { readonly onCompile?: (message: string) => void } = {},
): Promise<ReadonlyMap<ContractSources, CompiledCode>> {
  const compiled = new Map<ContractSources, CompiledCode>();
  for (const [packageSpec, ofPackage] of Map.groupBy(contracts, (each) => each.packageSpec)) {
    const [{ compiler: version } = { compiler: "" }] = ofPackage;
    const number = ofPackage.length === 1 ? "1 contract" : `${ofPackage.length} contracts`;
    options.onCompile?.(`Compiling ${number} of ${packageSpec} with solc ${version}`);
    const compiler = await Compiler.open(version, options);
    try {
      const { contracts: made = {} } = await compiler.run(inputOfAll(ofPackage));
      for (const each of ofPackage) {
        const { bytecode, deployedBytecode } = made[each.file]?.[each.contractName]?.evm ?? {};
        if (bytecode === undefined || deployedBytecode === undefined) continue;
        const [creation, runtime] = [`0x${bytecode.object}`, `0x${deployedBytecode.object}`];
        compiled.set(each, { bytecode: creation, deployedBytecode: runtime });
      }
    } finally {
      await compiler.close();
    }
  }
  return compiled;
}

function inputOfAll(contracts: readonly ContractSources[]) {
  const sources = new Map(
    contracts.flatMap(({ input }) =>
      Object.entries(input.sources).map(([name, { content }]) => [name, content] as const),
    ),
  );
  const selected: Record<string, string[]> = {};
  for (const { file, contractName } of contracts) (selected[file] ??= []).push(contractName);
  return standardInput(sources, selected);
}
