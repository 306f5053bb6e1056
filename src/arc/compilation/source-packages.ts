import { arcPackage, INFRA_PACKAGE, pinOf } from "../source/packages.js";
import { TARBALL_PINS } from "../source/pins.js";
import type { OpenOptions } from "../source/open-options.js";
import { openTarball } from "../source/tarball-cache.js";
import { definitionsOf, withImports } from "./imports.js";
import { readSources } from "./package-sources.js";
import { PROOFS } from "./proofs.js";
import { COMPILERS, DEPENDENCIES, SOURCE_PINS } from "./source-pins.js";
import { standardInput, type StandardInput } from "./standard-input.js";

/** What one contract is compiled from. */
export interface ContractSources {
  /** The package that the sources are from, such as `@daostack/arc@0.0.1-rc.57`. */
  readonly packageSpec: string;
  /** The contract's own file, as the compiler knows it. */
  readonly file: string;
  readonly contractName: string;
  /** In full, such as `0.5.17+commit.d19bba13`. */
  readonly compiler: string;
  readonly input: StandardInput;
}

/**
 * The packages that a contract of a release may have been compiled from, the likeliest first. From rc.53
 * on there are two of the voting machines and of Reputation: infra's, which are deployed as they are,
 * and Arc's copies, which DaoCreator deploys.
 */
export function sourcePackages(version: string, contractName: string): readonly string[] {
  const proof = PROOFS[version];
  if (proof === undefined) return [];
  if (namesOf(proof.missing).includes(contractName)) return [];
  const elsewhere = Object.entries(proof.elsewhere ?? {})
    .filter(([, names]) => namesOf(names).includes(contractName))
    .map(([packageSpec]) => packageSpec);
  const [first = proof.sources] = elsewhere;
  const own = arcPackage(version);
  const hasCopy = first === INFRA_PACKAGE && COMPILERS[own] !== undefined;
  return hasCopy ? [first, own] : [first];
}

function namesOf(names = ""): readonly string[] {
  return names.split(" ");
}

/** Sources of packages, each read once. */
export class SourceLibrary {
  readonly #options: OpenOptions;
  readonly #packages = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(options: OpenOptions = {}) {
    this.#options = options;
  }

  /**
   * What a contract is compiled from. Where a package has two contracts of one name, there are two answers.
   * @throws ArcError when the package cannot be obtained
   */
  async find(packageSpec: string, contractName: string): Promise<readonly ContractSources[]> {
    const sources = await this.#read(packageSpec);
    return definitionsOf(contractName, sources).map((file) => ({
      packageSpec,
      file,
      contractName,
      compiler: pinOf(packageSpec, COMPILERS),
      input: standardInput(withImports(file, sources), { [file]: [contractName] }),
    }));
  }

  async #read(packageSpec: string): Promise<ReadonlyMap<string, string>> {
    let read = this.#packages.get(packageSpec);
    if (read === undefined) {
      read = this.#open(packageSpec);
      this.#packages.set(packageSpec, read);
    }
    return await read;
  }

  async #open(packageSpec: string): Promise<ReadonlyMap<string, string>> {
    const tarball = await openTarball(
      packageSpec,
      pinOf(packageSpec, { ...TARBALL_PINS, ...SOURCE_PINS }),
      this.#options,
    );
    const needed = DEPENDENCIES[packageSpec];
    if (needed === undefined) return await readSources(packageSpec, tarball);
    const prefix = needed.slice(0, needed.lastIndexOf("@"));
    const dependency = [...(await this.#read(needed))].map(
      ([name, text]) => [`${prefix}/${name}`, text] as const,
    );
    return await readSources(packageSpec, tarball, new Map(dependency));
  }
}
