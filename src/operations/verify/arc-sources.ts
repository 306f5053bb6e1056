import type { OpenOptions } from "../../foundation/arc/source/open-options.js";
import { compileContracts } from "../../foundation/arc/compilation/compile-contracts.js";
import {
  SourceLibrary,
  sourcePackages,
  type ContractSources,
} from "../../foundation/arc/compilation/source-packages.js";
import type { Target, VerifiedSource } from "./verification.js";

/** A contract's sources, with the code that they compile to. */
export interface CompiledSource extends VerifiedSource {
  readonly deployedBytecode: string;
}

type Wanted = Pick<Target, "name" | "arcVersion">;

/** Compiles the sources of Arc contracts: several contracts in one run, and each contract once. */
export class ArcSources {
  readonly #options: OpenOptions;
  readonly #library: SourceLibrary;
  readonly #onNote: (message: string) => void;
  readonly #compiled = new Map<string, readonly CompiledSource[]>();

  constructor(options: OpenOptions, onNote: (message: string) => void) {
    this.#options = options;
    this.#onNote = onNote;
    this.#library = new SourceLibrary(options);
  }

  /**
   * Compiles contracts from their sources.
   * @param rank 0 for the likeliest source package of each, 1 for the next
   * @throws ArcError if sources or a compiler cannot be obtained
   */
  async compile(contracts: readonly Wanted[], rank: number): Promise<void> {
    const wanted = new Map<string, readonly ContractSources[]>();
    for (const contract of contracts) {
      const { name } = contract;
      const packageSpec = packagesOf(contract)[rank];
      if (packageSpec === undefined) continue;
      const key = `${packageSpec} ${name}`;
      if (this.#compiled.has(key) || wanted.has(key)) continue;
      wanted.set(key, await this.#library.find(packageSpec, name));
    }
    const code = await compileContracts([...wanted.values()].flat(), {
      ...this.#options,
      onCompile: this.#onNote,
    });
    for (const [key, sources] of wanted) {
      this.#compiled.set(
        key,
        sources.flatMap((each) => {
          const compiled = code.get(each);
          return compiled === undefined ? [] : [{ ...each, from: each.packageSpec, ...compiled }];
        }),
      );
    }
  }

  of(contract: Wanted): readonly CompiledSource[] {
    return packagesOf(contract).flatMap(
      (packageSpec) => this.#compiled.get(`${packageSpec} ${contract.name}`) ?? [],
    );
  }
}

function packagesOf({ name, arcVersion }: Wanted): readonly string[] {
  return arcVersion === undefined ? [] : sourcePackages(arcVersion, name);
}
