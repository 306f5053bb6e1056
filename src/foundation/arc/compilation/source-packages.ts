import { madeOnce } from "../../support/once.js";
import { arcPackage, INFRA_PACKAGE, type Pins, pinOf, TARBALL_PINS } from "../source/packages.js";
import type { OpenOptions } from "../source/open-options.js";
import { openTarball } from "../source/tarball-cache.js";
import { definitionsOf, readSources, withImports } from "./package-sources.js";
/** Written by scripts/prove-sources.mjs. */
import proofs from "./proofs.json" with { type: "json" };
import pins from "./source-pins.json" with { type: "json" };
import { standardInput, type StandardInput } from "./standard-input.js";

/** What scripts/prove-sources.mjs found when it compiled a release's contracts. */
interface Proof {
  readonly sources: string;
  /** Number of contracts that compile to exactly the published code. */
  readonly exact: number;
  /** Contracts whose sources are in other packages: names by package. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Contracts that compile to the published code except for the metadata hash. */
  readonly equal?: string;
  /** Contracts whose code no published sources compile to. */
  readonly missing?: string;
}

/** What each release's contracts are compiled from. */
export const PROOFS: Readonly<Record<string, Proof>> = proofs;

/**
 * The sha512 integrity of what contracts are compiled with and from, besides the packages of pins.json.
 * scripts/prove-sources.mjs checks them against the registry.
 */
export const SOURCE_PINS: Pins = pins.packages;

/** The compiler of each package, in full, as its build files say. */
export const COMPILERS: Pins = pins.compilers;

/** Packages that were compiled from another one's sources, too, and do not have them in their build files. */
const DEPENDENCIES: Pins = pins.dependencies;

/** Everything that is needed to compile a contract. */
export interface ContractSources {
  /** The package that contains the sources, such as `@daostack/arc@0.0.1-rc.57`. */
  readonly packageSpec: string;
  /** The contract's own file, under the name that the compiler knows. */
  readonly file: string;
  readonly contractName: string;
  /** The complete version, such as `0.5.17+commit.d19bba13`. */
  readonly compiler: string;
  readonly input: StandardInput;
}

/**
 * The packages that a contract of a release may have been compiled from, likeliest first. Since rc.53, the voting
 * machines and Reputation exist twice: in infra, whose contracts are deployed directly, and as copies in Arc, which
 * DaoCreator deploys.
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

/** Sources of packages. Reads each package once. */
export class SourceLibrary {
  readonly #options: OpenOptions;
  readonly #packages = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(options: OpenOptions = {}) {
    this.#options = options;
  }

  /**
   * Finds what a contract is compiled from: two answers if a package has two contracts with this name.
   * @throws ArcError if the package cannot be obtained
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
    return await madeOnce(this.#packages, packageSpec, async () => await this.#open(packageSpec));
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
