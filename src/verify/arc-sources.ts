import type { OpenOptions } from "../arc/source/open-options.js";
import { compileContracts } from "../arc/compilation/compile-contracts.js";
import {
  SourceLibrary,
  sourcePackages,
  type ContractSources,
} from "../arc/compilation/source-packages.js";
import type { VerifiedSource } from "./verification.js";

/** Sources of a contract with what they compile to. */
export interface CompiledSource extends VerifiedSource {
  readonly deployedBytecode: string;
}

interface Wanted {
  readonly name: string;
  readonly arcVersion: string;
}

/** What Arc's contracts compile to: the sources of several are compiled together, and each once. */
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
   * Compiles what contracts are made from.
   * @param rank 0 for the likeliest package of each, 1 for the next
   * @throws ArcError when sources or a compiler cannot be obtained
   */
  async compile(contracts: readonly Wanted[], rank: number): Promise<void> {
    const wanted = new Map<string, readonly ContractSources[]>();
    for (const { name, arcVersion } of contracts) {
      const packageSpec = sourcePackages(arcVersion, name)[rank];
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

  /** What was compiled of a contract. */
  of({ name, arcVersion }: Wanted): readonly CompiledSource[] {
    return sourcePackages(arcVersion, name).flatMap(
      (packageSpec) => this.#compiled.get(`${packageSpec} ${name}`) ?? [],
    );
  }
}
